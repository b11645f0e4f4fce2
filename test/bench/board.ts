import { setTimeout as sleep } from 'node:timers/promises'
import { type Bench, median } from './bench.ts'
import { type Call, type Caller, createCaller, type Game, signUp, withGame } from './game.ts'

const perSecond = 200
const seconds = 4
const rounds = 3
const [few, many] = [10, 1_000_000]

/** The first 50 of the leaderboard, signed in, against `/healthz`, both at 200 requests a second that wait for nobody. */
export const board: Bench = {
  name: 'board',
  what: `first 50 of the leaderboard through HTTP, signed in, median at ${perSecond} requests/s, against /healthz`,
  budget: { atMost: 2.2 },
  async run() {
    const [small, large] = [await withGame(few, countOf), await withGame(many, countOf)]
    const note = `${large} statements at ${many.toLocaleString('en')} players, ${small} at ${few}`
    if (large !== small) throw new Error(`the first page costs ${note}`)
    return withGame(100_000, async ({ url }) => {
      const cookie = await signUp(url)
      const caller = createCaller(url, 64)
      const ours: number[] = []
      const base: number[] = []
      for (let round = -1; round < rounds; round++) {
        const health = await load(caller, { path: '/healthz' })
        const page = await load(caller, { path: '/api/leaderboard?limit=50', cookie })
        // The first round warms up.
        if (round >= 0) {
          ours.push(...page)
          base.push(...health)
        }
      }
      caller.close()
      return { unit: 'ms', ours: median(ours), base: median(base), note }
    })
  },
}

/** Statements of a page that was not asked for before, with its session: the least of several, as the clock sends some as well. */
async function countOf({ url, statementsOf }: Game): Promise<number> {
  const cookie = await signUp(url)
  const counts: number[] = []
  for (let limit = 50; limit < 55; limit++)
    counts.push(await statementsOf({ path: `/api/leaderboard?limit=${limit}`, cookie }))
  return Math.min(...counts)
}

/** Latencies in ms, from the moment a request was due. */
async function load(caller: Caller, made: Call): Promise<number[]> {
  const began = performance.now()
  const answers: Promise<number>[] = []
  for (let n = 0; n < perSecond * seconds; n++) {
    const due = began + (n * 1_000) / perSecond
    const wait = due - performance.now()
    if (wait > 0) await sleep(wait)
    const since = performance.now()
    answers.push(caller.call(made).then(() => performance.now() - since))
  }
  return Promise.all(answers)
}
