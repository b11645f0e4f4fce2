import type { Request, Response } from 'express'
import type * as z from 'zod/mini'
import type { CommandContext, Wrote } from '../kernel/command-handler.ts'
import type { Quota } from '../kernel/quota.ts'

/** Who may call: anyone, a signed-in user, an administrator. Default-deny: every route says it. */
type Access = 'public' | 'user' | 'admin'

export interface SessionUser {
  readonly id: number
  readonly username: string
  readonly role: 'user' | 'admin'
}

/** A user with the session that asks. */
export interface SignedInUser extends SessionUser {
  /** Names it, and signs nobody in. */
  readonly sessionId: string
}

type Schema = z.ZodMiniType
type Out<S> = S extends Schema ? z.output<S> : undefined

/** What a handler is given: everything parsed, nothing read from the outside unparsed. */
export interface RouteInput<P, Q, B> {
  readonly params: Out<P>
  readonly query: Out<Q>
  readonly body: Out<B>
  /** Set unless access is `public`; there it is set when a session came along. */
  readonly user: SignedInUser
  /** Context for commands: actor, server time on receipt, correlation id. */
  readonly context: CommandContext
  /** The client that limits count: an IPv4 address, or the /64 of an IPv6 address (`clientOf`). */
  readonly ip: string
  /**
   * Consumes a quota that the definition only names (`consumesItself`), an amount that may be 0. Throws the 429. Unused amounts are
   * refunded when the call ends (`RouteResult`).
   */
  consume(quota: Quota, use?: { readonly amount?: number; readonly of?: number }): Promise<void>
  readonly req: Request
  readonly res: Response
}

/** What a handler gives: the status, the body, and what it appended (the answer waits for those projections). */
export interface RouteResult {
  readonly status?: number
  /** The answer, or a function that reads it once the projections of `wrote` have caught up. */
  readonly body?: unknown | (() => Promise<unknown>)
  /** Read your own write. */
  readonly wrote?: Wrote | undefined
  /** Changes that the call made, where it took several at once; the rest is refunded. */
  readonly changes?: number
  /** How long the list is of which the body is a page; sent as `Plp-Total`. */
  readonly total?: number
  /** Where the next page of the list begins; null: this was the last one. Sent as `Plp-Next-Cursor`. */
  readonly next?: string | null
  /** The body is a file to be kept under this name, laid out for people to read. */
  readonly file?: string | undefined
}

export interface RouteDefinition<
  // biome-ignore lint/suspicious/noExplicitAny: a list of routes holds every kind; a handler's input is contravariant
  P extends Schema | undefined = any,
  // biome-ignore lint/suspicious/noExplicitAny: a list of routes holds every kind; a handler's input is contravariant
  Q extends Schema | undefined = any,
  // biome-ignore lint/suspicious/noExplicitAny: a list of routes holds every kind; a handler's input is contravariant
  B extends Schema | undefined = any,
> {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  /** Express path, e.g. `/api/predictions/:id`. */
  readonly path: string
  readonly access: Access
  /** For the OpenAPI description. */
  readonly summary: string
  readonly tags: readonly string[]
  readonly params?: P
  readonly query?: Q
  readonly body?: B
  /** The field of a form (`multipart/form-data`) with the one file that it takes instead of JSON; the handler reads it from the request. */
  readonly file?: string
  /** Schema by success status; null for an empty answer. Responses are checked against it in tests. */
  readonly responses: Readonly<Record<number, Schema | null>>
  /**
   * Quotas of its player that a call consumes, one of each; refunded where it is refused or writes nothing. Every write of players
   * declares them: an empty list adds nothing to the log.
   */
  readonly consumes?: readonly Quota[]
  /** Quotas that the handler consumes itself: several at once, or after a query. */
  readonly consumesItself?: readonly Quota[]
  /** The media type of a success that the handler writes to the response itself. */
  readonly sends?: string
  /** A page of a list, which is as long as the header `Plp-Total` says. */
  readonly isPaged?: true
  /** A page of a list that goes on where the header `Plp-Next-Cursor` says. */
  readonly goesOn?: true
  /** Its answer tells a secret once: an `Idempotency-Key` is not looked at, as the first answer must not be kept for a repeat. */
  readonly isSecret?: true
  /** Problem statuses it can answer besides 400, 401, 403, 429 and 503, for the description. */
  readonly problems?: readonly number[]
  handle(input: RouteInput<P, Q, B>): Promise<RouteResult>
}

/** Gives a route its types. The web layer mounts it, validates both ways and writes it into the OpenAPI description. */
export function route<
  P extends Schema | undefined = undefined,
  Q extends Schema | undefined = undefined,
  B extends Schema | undefined = undefined,
>(definition: RouteDefinition<P, Q, B>): RouteDefinition<P, Q, B> {
  return definition
}
