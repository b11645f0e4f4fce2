import type { OwnDeletion } from '../../../src/areas/accounts/contract.ts'
import { noteServerDate } from '../lib/serverClock.ts'
import { createSignal } from '../lib/signal.ts'
import { depart, inSession } from './departure.ts'

interface FieldProblem {
  path: string
  message: string
}

/** Any answer that is no success. `message` is the status, a colon, a space and the body's text, or the status text. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  /** The sentence the user is shown, where the server gave one. */
  readonly detail: string | undefined
  readonly errors: readonly FieldProblem[]
  /** Seconds after which it may be tried again, where the server said so. */
  readonly retryAfter: number | undefined
  constructor(response: Response, body: string) {
    super(`${response.status}: ${body || response.statusText}`)
    this.status = response.status
    const problem = problemOf(body)
    this.detail = problem?.detail
    this.errors = problem?.errors ?? []
    this.retryAfter = Number(response.headers.get('Retry-After')) || undefined
  }
}

function problemOf(body: string): { detail?: string; errors?: FieldProblem[] } | undefined {
  try {
    const problem = JSON.parse(body)
    return {
      detail: typeof problem?.detail === 'string' ? problem.detail : undefined,
      errors: Array.isArray(problem?.errors) ? problem.errors : undefined,
    }
  } catch {
    return undefined
  }
}

export interface HttpOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Sent as JSON; a `FormData` as the form that it is. */
  body?: unknown
  /** The same key again has one effect. */
  idempotencyKey?: string
  /** The page came with this call under way: it may have been made at any time since. */
  withPage?: boolean
  /** What sends it; unless said otherwise the browser's `fetch`. */
  by?: typeof fetch
}

const unauthenticated = createSignal()
/** Called when a call finds that the session is over; returns the way to stop listening. */
export const onUnauthenticated = unauthenticated.listen

/** Calls where 401 is an answer and not the end of a session. */
const ASKS_WHO = [
  '/api/user',
  '/api/user/password',
  '/api/profile',
  '/api/login',
  '/api/auth/self-reset-password',
  '/api/auth/security-reset-password',
]

/**
 * One call of the API, with cookies. Gives the JSON of a success, undefined of an empty one; throws `ApiError` for any other
 * answer, the browser's `TypeError` when there was none, a `TimeoutError` when a read has waited too long for it, and an `AbortError`
 * when the user signed out before it was made.
 */
export function http<T>(path: string, options: HttpOptions = {}): Promise<T> {
  return inSession(() => send<T>(path, options))
}

/** A page of a list, and what its answer says about the list. */
export interface ListPage<T> {
  readonly list: readonly T[]
  /** How long the whole list is; 0 where the answer does not say. */
  readonly total: number
  /** How to ask for the page after it; null: that was all. */
  readonly next: string | null
  /** Its source is away, and this is what it said last: since when. */
  readonly asOf: string | null
}

/** A page of a list with what stands in the headers `Plp-Total`, `Plp-Next-Cursor` and `Plp-News-As-Of` of its answer. */
export function httpPage<T>(path: string): Promise<ListPage<T>> {
  return inSession(async () => {
    const { body, headers } = await ask<T[]>(path, {})
    return {
      list: body,
      total: Number(headers.get('Plp-Total')),
      next: headers.get('Plp-Next-Cursor'),
      asOf: headers.get('Plp-News-As-Of'),
    }
  })
}

/** A list whose pages hold `size` entries unasked, read to its end. What moved on to the next page meanwhile is there once. */
export async function httpAll<T>(path: string, size: number, keyOf: (entry: T) => unknown): Promise<T[]> {
  const all = new Map<unknown, T>()
  for (let offset = 0, isEnd = false; !isEnd; offset += size) {
    const page = await http<T[]>(offset === 0 ? path : `${path}?limit=${size}&offset=${offset}`)
    for (const entry of page) if (!all.has(keyOf(entry))) all.set(keyOf(entry), entry)
    isEnd = page.length < size
  }
  return [...all.values()]
}

/** Deletes the reader's own account, after the calls under way, and with it the session. Throws as `http` does. */
export function deleteAccount(deletion: OwnDeletion): Promise<void> {
  return depart(() => send('/api/user', { method: 'DELETE', body: deletion }))
}

/** Ends the session on the server, after the calls under way. Throws as `http` does. */
export function signOut(): Promise<void> {
  return depart(() => send('/api/auth/logout', { method: 'POST' }))
}

/** So long a read waits for its answer, in ms: a connection that has died without a word says nothing for minutes. */
const READ_PATIENCE = 60_000

const send = async <T>(path: string, options: HttpOptions): Promise<T> => (await ask<T>(path, options)).body

async function ask<T>(path: string, options: HttpOptions): Promise<{ body: T; headers: Headers }> {
  const { method = 'GET', body, idempotencyKey, withPage = false, by = fetch } = options
  const isForm = body instanceof FormData
  const sentAt = withPage ? performance.timeOrigin : Date.now()
  const response = await by(path, {
    method,
    credentials: 'include',
    // What a write has come to is known by its answer alone.
    signal: method === 'GET' ? AbortSignal.timeout(READ_PATIENCE) : null,
    headers: {
      Accept: 'application/json',
      ...(body === undefined || isForm ? {} : { 'Content-Type': 'application/json' }),
      ...(idempotencyKey ? { 'Idempotency-Key': idempotencyKey } : {}),
    },
    body: body === undefined || isForm ? body : JSON.stringify(body),
  })
  noteServerDate(response.headers.get('Date'), sentAt, Date.now())
  const text = await response.text()
  if (!response.ok) {
    if (response.status === 401 && !ASKS_WHO.includes(path)) unauthenticated.emit()
    throw new ApiError(response, text)
  }
  return { body: (text ? JSON.parse(text) : undefined) as T, headers: response.headers }
}

/** The server's sentence about a failure, else the given one. */
export function messageOf(error: unknown, fallback: string): string {
  return (error instanceof ApiError && error.detail) || fallback
}
