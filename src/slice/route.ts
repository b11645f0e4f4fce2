import type { Request, Response } from 'express'
import type * as z from 'zod/mini'
import type { CommandContext, Wrote } from '../kernel/command-handler.ts'
import type { Quota } from '../kernel/quota.ts'

/** Required access: none, a signed-in user, or an administrator. Every route declares it. */
type Access = 'public' | 'user' | 'admin'

export interface SessionUser {
  readonly id: number
  readonly username: string
  readonly role: 'user' | 'admin'
}

/** A user with the session of the request. */
export interface SignedInUser extends SessionUser {
  /** Identifies the session; not a credential. */
  readonly sessionId: string
}

type Schema = z.ZodMiniType
type Out<S> = S extends Schema ? z.output<S> : undefined

/** Parsed input of a handler. */
export interface RouteInput<P, Q, B> {
  readonly params: Out<P>
  readonly query: Out<Q>
  readonly body: Out<B>
  /** Always set unless access is `public`; then only with a session. */
  readonly user: SignedInUser
  /** Context for commands: actor, server time on receipt, correlation id. */
  readonly context: CommandContext
  /** Client identifier for rate limits: an IPv4 address, or the /64 of an IPv6 address (`clientOf`). */
  readonly ip: string
  /**
   * Consumes a quota of `consumesItself`; the amount may be 0. Throws the 429. Unused amounts are refunded at the end of the
   * call (`RouteResult`).
   */
  consume(quota: Quota, use?: { readonly amount?: number; readonly of?: number }): Promise<void>
  readonly req: Request
  readonly res: Response
}

/** Result of a handler: status, body and appended events. The answer waits for the projections of those events. */
export interface RouteResult {
  readonly status?: number
  /** The answer, or a function that reads it after the projections of `wrote` have caught up. */
  readonly body?: unknown | (() => Promise<unknown>)
  /** Appended events, for read-your-writes. */
  readonly wrote?: Wrote | undefined
  /** Number of changes of a call that consumed several uses; the rest is refunded. */
  readonly changes?: number
  /** Length of the whole list if the body is a page of it; sent as `Plp-Total`. */
  readonly total?: number
  /** Cursor of the next page; null after the last one. Sent as `Plp-Next-Cursor`. */
  readonly next?: string | null
  /** File name of a body that is a download; its JSON is indented. */
  readonly file?: string | undefined
}

/** A route without the section of the API description that it is in (`tagged`). */
export interface Route<
  // biome-ignore lint/suspicious/noExplicitAny: a list of routes contains every kind; a handler's input is contravariant
  P extends Schema | undefined = any,
  // biome-ignore lint/suspicious/noExplicitAny: a list of routes contains every kind; a handler's input is contravariant
  Q extends Schema | undefined = any,
  // biome-ignore lint/suspicious/noExplicitAny: a list of routes contains every kind; a handler's input is contravariant
  B extends Schema | undefined = any,
> {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  /** Express path, e.g. `/api/predictions/:id`. */
  readonly path: string
  readonly access: Access
  /** For the OpenAPI description. */
  readonly summary: string
  /** OpenAPI tag, if it differs from that of the other routes of its list. */
  readonly tag?: string
  readonly params?: P
  readonly query?: Q
  readonly body?: B
  /** Form field (`multipart/form-data`) with the one file of the request, instead of JSON. The handler reads it from the request. */
  readonly file?: string
  /** Accepts a body of any type and does not read it: mail programs send forms (RFC 8058). */
  readonly ignoresBody?: true
  /** Schema by success status; null for an empty answer. Responses are checked against it in tests. */
  readonly responses: Readonly<Record<number, Schema | null>>
  /**
   * Quotas of which a call consumes one use each; refunded if it is refused or writes nothing. Every write route of players
   * declares them; an empty list is for routes that append nothing.
   */
  readonly consumes?: readonly Quota[]
  /** Quotas that the handler consumes itself: several uses, or after a query. */
  readonly consumesItself?: readonly Quota[]
  /** The media type of a success that the handler writes to the response itself. */
  readonly sends?: string
  /** Returns a page of a list, with its length in the header `Plp-Total`. */
  readonly isPaged?: true
  /** Returns a page of a list, with the next cursor in the header `Plp-Next-Cursor`. */
  readonly hasCursor?: true
  /** The answer contains a secret that must not be stored: the `Idempotency-Key` is ignored. */
  readonly isSecret?: true
  /** Problem statuses other than 400, 401, 403, 429 and 503, for the description; by default 404 for a path with parameters. */
  readonly problems?: readonly number[]
  handle(input: RouteInput<P, Q, B>): Promise<RouteResult>
}

export interface RouteDefinition extends Route {
  readonly tag: string
}

/** Declares a typed route. The web layer mounts it, validates input and output, and adds it to the OpenAPI description. */
export function route<
  P extends Schema | undefined = undefined,
  Q extends Schema | undefined = undefined,
  B extends Schema | undefined = undefined,
>(definition: Route<P, Q, B>): Route<P, Q, B> {
  return definition
}

/** Adds the OpenAPI tag of a list of routes. */
export const tagged = (tag: string, routes: readonly Route[]): RouteDefinition[] =>
  routes.map((each) => ({ tag, ...each }))
