import { randomUUID } from 'node:crypto'
import { createPostgresLog } from '../../src/event-log/postgres/postgres-log.ts'
import { testDatabase } from '../support/postgres.ts'
import { perSecond, pickEvent } from './append.ts'
import { type Bench, type Measure, median } from './bench.ts'
import { type Call, createCaller, signUp, withGame } from './game.ts'

const callers = 64
/** Enough that no match is picked twice in all rounds. */
const players = 96
const rounds = 3

interface OpenMatch {
  readonly id: number
  readonly gameweek: number
  readonly isOpen: boolean
}

const pickOf = ({ id }: OpenMatch, goals: number) => ({
  fixtureId: id,
  predictedResult: 'home',
  predictedHomeScore: goals,
  predictedAwayScore: 0,
})

/** One pick a request, over HTTP with everything that hangs on it, against the port alone. */
export const pick: Bench = {
  name: 'pick',
  what: `picks through POST /api/predictions, ${callers} callers, against appends through the port`,
  budget: { atLeast: 0.1 },
  run: () =>
    againstAppends(1, (cookies, weeks) => {
      const matches = weeks.flat()
      const all = cookies.flatMap((cookie) => matches.map((match) => ({ cookie, match })))[Symbol.iterator]()
      return () => {
        const { cookie, match } = all.next().value!
        return { path: '/api/predictions', method: 'POST', cookie, body: pickOf(match, 1), expected: 201 }
      }
    }),
}

/** Ten picks a request. */
export const gameweek: Bench = {
  name: 'gameweek',
  what: `picks through PUT /api/predictions/gameweek/{n}, ten at once, ${callers} callers, against appends through the port`,
  budget: { atLeast: 0.4 },
  run: () =>
    againstAppends(10, (cookies, weeks) => {
      let n = 0
      return () => {
        const turn = n++
        const cookie = cookies[turn % cookies.length]!
        const week = weeks[Math.floor(turn / cookies.length) % weeks.length]!
        const goals = 1 + (Math.floor(turn / cookies.length / weeks.length) % 9)
        const path = `/api/predictions/gameweek/${week[0]!.gameweek}`
        return { path, method: 'PUT', cookie, body: { predictions: week.map((one) => pickOf(one, goals)) } }
      }
    }),
}

type Next = () => Call

async function againstAppends(
  picksOfCall: number,
  callsOf: (cookies: readonly string[], weeks: readonly (readonly OpenMatch[])[]) => Next,
): Promise<Measure> {
  const database = await testDatabase()
  const log = createPostgresLog({ database, prefix: 'bench' })
  try {
    return await withGame(100_000, async ({ url }) => {
      const caller = createCaller(url, callers)
      const cookies: string[] = []
      for (let n = 0; n < players; n++) cookies.push(await signUp(url, `bench-${n}`))
      const answer = await fetch(`${url}/api/fixtures`, { headers: { cookie: cookies[0]! } })
      const fixtures = ((await answer.json()) as OpenMatch[]).filter(({ isOpen }) => isOpen)
      const weeks = [...Map.groupBy(fixtures, (match) => match.gameweek).values()]
      const next = callsOf(
        cookies,
        weeks.filter((week) => week.length === 10),
      )
      const [ours, base]: [number[], number[]] = [[], []]
      for (let round = -1; round < rounds; round++) {
        const appended = await perSecond(callers, async () => {
          await log.append(`prediction-${randomUUID()}`, [pickEvent()], 'no_stream')
        })
        const called = await perSecond(callers, () => caller.call(next()))
        // The first round warms up.
        if (round >= 0) {
          ours.push(called * picksOfCall)
          base.push(appended)
        }
      }
      caller.close()
      return { unit: 'picks/s', ours: median(ours), base: median(base) }
    })
  } finally {
    await log.close()
    await database.drop()
  }
}
