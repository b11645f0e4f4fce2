import { fork } from 'node:child_process'
import { once } from 'node:events'
import { type Agent, request } from 'node:http'
import { fileURLToPath } from 'node:url'

/** Does work with the whole game in a process of its own, at its address. */
export async function withGame<T>(work: (url: string) => Promise<T>): Promise<T> {
  const server = fork(fileURLToPath(new URL('./game-server.ts', import.meta.url)), { stdio: 'inherit' })
  const ended = once(server, 'exit')
  try {
    const [url] = (await Promise.race([once(server, 'message'), ended])) as [unknown]
    if (typeof url !== 'string') throw new Error('the server of the bench did not start')
    return await work(url)
  } finally {
    if (server.connected) server.disconnect()
    await ended
  }
}

/** The cookie of a new player. */
export async function signUp(url: string, username = 'bench'): Promise<string> {
  const res = await fetch(`${url}/api/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: 'bench-password' }),
  })
  const [cookie] = res.headers.getSetCookie()
  if (res.status !== 201 || cookie === undefined) throw new Error(`signing up: ${res.status}`)
  return cookie.split(';')[0]!
}

export interface Call {
  readonly method?: 'GET' | 'POST' | 'PUT'
  readonly headers: Record<string, string>
  readonly body?: unknown
  /** 200 when left out. */
  readonly expected?: number
}

/** Resolves with the body's end; throws for another status than expected. */
export function call(
  agent: Agent,
  url: string,
  { method = 'GET', headers, body, expected = 200 }: Call,
): Promise<void> {
  const text = body === undefined ? undefined : JSON.stringify(body)
  const typed = text === undefined ? headers : { ...headers, 'content-type': 'application/json' }
  return new Promise((resolve, reject) => {
    request(url, { agent, method, headers: typed }, (res) => {
      if (res.statusCode !== expected) reject(new Error(`${method} ${url}: ${res.statusCode}`))
      res.resume()
      res.on('end', resolve)
    })
      .on('error', reject)
      .end(text)
  })
}
