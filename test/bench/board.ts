import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Bench, median } from './bench.ts'

const perSecond = 200
const seconds = 4
const rounds = 3

/** The first 50 of the leaderboard, signed in, against `/healthz`, both at 200 requests a second that wait for nobody. */
export const board: Bench = {
  name: 'board',
  what: `first 50 of the leaderboard through HTTP, signed in, median at ${perSecond} requests/s, against /healthz`,
  budget: { atMost: 3 },
  async run() {
    const server = fork(fileURLToPath(new URL('./board-server.ts', import.meta.url)), { stdio: 'inherit' })
    const ended = once(server, 'exit')
    try {
      const [url] = (await Promise.race([once(server, 'message'), ended])) as [unknown]
      if (typeof url !== 'string') throw new Error('the server of the bench did not start')
      const cookie = await signUp(url)
      const agent = new Agent({ keepAlive: true, maxSockets: 64 })
      const ours: number[] = []
      const base: number[] = []
      for (let round = -1; round < rounds; round++) {
        const health = await load(agent, `${url}/healthz`, {})
        const page = await load(agent, `${url}/api/leaderboard?limit=50`, { cookie })
        // The first round warms up.
        if (round >= 0) {
          ours.push(...page)
          base.push(...health)
        }
      }
      agent.destroy()
      return { unit: 'ms', ours: median(ours), base: median(base) }
    } finally {
      if (server.connected) server.disconnect()
      await ended
    }
  },
}

async function signUp(url: string): Promise<string> {
  const res = await fetch(`${url}/api/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'bench', password: 'bench-password' }),
  })
  const [cookie] = res.headers.getSetCookie()
  if (res.status !== 201 || cookie === undefined) throw new Error(`signing up: ${res.status}`)
  return cookie.split(';')[0]!
}

/** Latencies in ms, from the moment a request was due. */
async function load(agent: Agent, url: string, headers: Record<string, string>): Promise<number[]> {
  const began = performance.now()
  const answers: Promise<number>[] = []
  for (let n = 0; n < perSecond * seconds; n++) {
    const due = began + (n * 1_000) / perSecond
    const wait = due - performance.now()
    if (wait > 0) await sleep(wait)
    answers.push(get(agent, url, headers, performance.now()))
  }
  return Promise.all(answers)
}

function get(agent: Agent, url: string, headers: Record<string, string>, since: number): Promise<number> {
  return new Promise((resolve, reject) => {
    request(url, { agent, headers }, (res) => {
      if (res.statusCode !== 200) reject(new Error(`${url}: ${res.statusCode}`))
      res.resume()
      res.on('end', () => resolve(performance.now() - since))
    })
      .on('error', reject)
      .end()
  })
}
