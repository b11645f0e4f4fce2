import type { OwnDeletion } from '../../../src/areas/accounts/contract.ts'
import { noteServerDate } from '../lib/serverClock.ts'
import { createSignal } from '../lib/signal.ts'
import { noteStored } from './connection.ts'
import { depart, inSession } from './departure.ts'
import { noteRead, STORED_AT, storedRead } from './storedReads.ts'

interface FieldProblem {
  path: string
  message: string
}

/** Any response other than a success. `message` is the status, a colon, a space and the body, or the status text. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  /** Message for the user, if the server sent one. */
  readonly detail: string | undefined
  readonly errors: readonly FieldProblem[]
  /** Seconds to wait before another try, if the server sent them. */
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
  /** Sent as JSON; `FormData` is sent as a form. */
  body?: unknown
  /** Requests with the same key take effect once. */
  idempotencyKey?: string
  /** Sends the request; `fetch` by default. */
  by?: typeof fetch
}

const unauthenticated = createSignal()
/** Listens for requests that find the session ended. Returns the function that stops listening. */
export const onUnauthenticated = unauthenticated.listen

/** Paths for which 401 is a regular response, not the end of the session. */
const REGULAR_401 = [
  '/api/user',
  '/api/user/password',
  '/api/profile',
  '/api/login',
  '/api/auth/passkey',
  '/api/user/passkeys/options',
  '/api/auth/self-reset-password',
  '/api/auth/security-reset-password',
]

/**
 * Sends an API request with cookies. Returns the JSON of a success, undefined if it is empty. Throws `ApiError` for any
 * other response and `TypeError` if there is none. Throws `TimeoutError` if a read takes too long, and `AbortError` if
 * the user signed out before it was sent.
 */
export function http<T>(path: string, options: HttpOptions = {}): Promise<T> {
  return inSession(() => send<T>(path, options))
}

/** A page of a list with the metadata of its response. */
export interface ListPage<T> {
  readonly list: readonly T[]
  /** Length of the whole list; 0 if the response does not include it. */
  readonly total: number
  /** Cursor of the next page; null: this is the last one. */
  readonly next: string | null
  /** Set if the source of the list is unavailable: the time of the last successful read. */
  readonly asOf: string | null
}

/** Reads a page of a list and the headers `Plp-Total`, `Plp-Next-Cursor` and `Plp-News-As-Of`. */
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

/**
 * Reads a list to its end in pages of `size`, which must be the default page size of the API. Removes duplicates, since
 * entries may move to the next page in the meantime.
 */
export async function httpAll<T>(path: string, size: number, keyOf: (entry: T) => unknown): Promise<T[]> {
  const all = new Map<unknown, T>()
  for (let offset = 0, isEnd = false; !isEnd; offset += size) {
    const page = await http<T[]>(offset === 0 ? path : `${path}?limit=${size}&offset=${offset}`)
    for (const entry of page) if (!all.has(keyOf(entry))) all.set(keyOf(entry), entry)
    isEnd = page.length < size
  }
  return [...all.values()]
}

/** Deletes the reader's own account and its session, after running requests. Throws as `http` does. */
export function deleteAccount(deletion: OwnDeletion): Promise<void> {
  return depart(() => send('/api/user', { method: 'DELETE', body: deletion }))
}

/** Ends the session on the server, after running requests. Throws as `http` does. */
export function signOut(): Promise<void> {
  return depart(() => send('/api/auth/logout', { method: 'POST' }))
}

/** Timeout of a read, in ms: a dead connection can stay open for minutes without an error. */
const READ_TIMEOUT = 60_000

const send = async <T>(path: string, options: HttpOptions): Promise<T> => (await ask<T>(path, options)).body

const used = new Set<Element>()

/** Whether the page has started this request (`src/web/ui.ts`): its `Date` may be any time since the page's time origin. */
function startedWithPage(path: string): boolean {
  const links = globalThis.document?.querySelectorAll('link[rel=preload][as=fetch]') ?? []
  const link = [...links].find((each) => each.getAttribute('href') === path && !used.has(each))
  if (link) used.add(link)
  return link !== undefined
}

async function ask<T>(path: string, options: HttpOptions): Promise<{ body: T; headers: Headers }> {
  const { method = 'GET', body, idempotencyKey, by = fetch } = options
  const isForm = body instanceof FormData
  const sentAt = method === 'GET' && startedWithPage(path) ? performance.timeOrigin : Date.now()
  const request = by(path, {
    method,
    credentials: 'include',
    // The outcome of a write is known only from its response, so it has no timeout.
    signal: method === 'GET' ? AbortSignal.timeout(READ_TIMEOUT) : null,
    headers: {
      Accept: 'application/json',
      ...(body === undefined || isForm ? {} : { 'Content-Type': 'application/json' }),
      ...(idempotencyKey ? { 'Idempotency-Key': idempotencyKey } : {}),
    },
    body: body === undefined || isForm ? body : JSON.stringify(body),
  })
  const response = await (method === 'GET' ? request.catch((error) => storedRead(path, error)) : request)
  noteServerDate(response.headers.get('Date'), sentAt, Date.now())
  noteStored(response.headers.get(STORED_AT))
  const text = await response.text()
  if (!response.ok) {
    if (response.status === 401 && !REGULAR_401.includes(path)) unauthenticated.emit()
    throw new ApiError(response, text)
  }
  // Not a proxy's page: this throws first.
  const answer = (text ? JSON.parse(text) : undefined) as T
  if (method === 'GET' && !response.headers.has(STORED_AT)) noteRead(path, text)
  return { body: answer, headers: response.headers }
}

/** Returns the server's message about a failure, else `fallback`. */
export function messageOf(error: unknown, fallback: string): string {
  return (error instanceof ApiError && error.detail) || fallback
}
