import { randomUUID } from 'node:crypto'

/** An HTTP client with a cookie jar. */
export interface TestClient {
  readonly cookie: string
  request(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<{ status: number; body: any; headers: Headers }>
  get(path: string): Promise<any>
  post(path: string, body?: unknown): Promise<{ status: number; body: any; headers: Headers }>
  put(path: string, body?: unknown): Promise<{ status: number; body: any; headers: Headers }>
  delete(path: string, body?: unknown): Promise<{ status: number; body: any; headers: Headers }>
}

/** The token for reading metrics of test apps, all of which run after a proxy. */
export const METRICS_TOKEN = 'the-token-of-the-tests'

export function createClient(url: string): TestClient {
  let cookie = ''
  const request: TestClient['request'] = async (method, path, body, headers = {}) => {
    const res = await fetch(url + path, {
      method,
      headers: {
        ...(cookie ? { cookie } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    for (const set of res.headers.getSetCookie()) if (set.startsWith('plp_session=')) cookie = set.split(';')[0]!
    const text = await res.text()
    return { status: res.status, body: bodyOf(res.headers, text), headers: res.headers }
  }
  return {
    get cookie() {
      return cookie
    },
    request,
    async get(path) {
      const { status, body } = await request('GET', path)
      if (status !== 200) throw new Error(`GET ${path}: ${status} ${body?.detail}`)
      return body
    },
    post: (path, body) => request('POST', path, body),
    put: (path, body) => request('PUT', path, body),
    delete: (path, body) => request('DELETE', path, body),
  }
}

/**
 * The outcome of one of many commands at once, as the UI gets it. A slow machine defers commands at the end of a long
 * queue (503). The command is then sent again with the same key, and has one effect.
 */
export async function outcomeOf<A extends { readonly status: number }>(
  send: (headers: Record<string, string>) => Promise<A>,
): Promise<A> {
  const headers = { 'idempotency-key': randomUUID() }
  const deadline = Date.now() + 120_000
  for (;;) {
    const answer = await send(headers)
    if (answer.status !== 503 || Date.now() > deadline) return answer
    await new Promise((resolve) => setTimeout(resolve, 100 + Math.random() * 200))
  }
}

/** JSON, or the text of a download. */
function bodyOf(headers: Headers, text: string) {
  if (text === '') return null
  return headers.get('content-type')?.includes('json') ? JSON.parse(text) : text
}
