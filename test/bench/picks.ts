import type { Call } from './game.ts'
import { httpBench, type OpenMatch } from './http.ts'

const pickOf = ({ id }: OpenMatch, goals: number) => ({
  fixtureId: id,
  predictedResult: 'home',
  predictedHomeScore: goals,
  predictedAwayScore: 0,
})

/** One pick per request, each the player's first for the match. */
export const pick = httpBench('pick', 'POST /api/predictions', 0.6, ({ cookies, weeks }) => {
  const matches = weeks.flat()
  // Players alternate: 64 concurrent picks of one player would wait for that player's row.
  const all = matches.flatMap((match) => cookies.map((cookie) => ({ cookie, match })))[Symbol.iterator]()
  return (): Call => {
    const { value, done } = all.next()
    if (done) throw new Error('every match has been picked by every player: the bench needs more accounts')
    const { cookie, match } = value
    return { path: '/api/predictions', method: 'POST', cookie, body: pickOf(match, 1), expected: 201 }
  }
})

/** Ten picks per request. */
export const gameweek = httpBench(
  'gameweek',
  'PUT /api/predictions/gameweek/{n}, ten picks at once',
  0.5,
  ({ cookies, weeks }) => {
    let n = 0
    return (): Call => {
      const turn = n++
      const cookie = cookies[turn % cookies.length]!
      const week = weeks[Math.floor(turn / cookies.length) % weeks.length]!
      const goals = 1 + (Math.floor(turn / cookies.length / weeks.length) % 9)
      const path = `/api/predictions/gameweek/${week[0]!.gameweek}`
      return { path, method: 'PUT', cookie, body: { predictions: week.map((one) => pickOf(one, goals)) } }
    }
  },
)
