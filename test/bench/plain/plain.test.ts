import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LeaderboardPage } from '../../../src/areas/boards/contract.ts'
import { type Game, type Program, signUp, startGame, startPlain } from '../game.ts'
import type { OpenMatch } from '../http.ts'

let game: Game & { stop(): Promise<void> }
let plain: Program & { stop(): Promise<void> }
let cookie: string
let fixtures: readonly OpenMatch[]

beforeAll(async () => {
  game = await startGame(120)
  cookie = await signUp(game.url)
  plain = await startPlain(game)
  fixtures = (await (await fetch(`${game.url}/api/fixtures`, { headers: { cookie } })).json()) as OpenMatch[]
})
afterAll(async () => {
  await plain?.stop()
  await game?.stop()
})

/** Status and body of both programs, without their own ids and times. */
async function both(method: string, path: string, body?: unknown, headers: Record<string, string> = { cookie }) {
  const answers = await Promise.all(
    [game, plain].map(async ({ url }) => {
      const typed: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
      const text = typeof body === 'string' ? body : JSON.stringify(body)
      const answer = await fetch(url + path, { method, headers: { ...headers, ...typed }, body: text ?? null })
      const own = new Set(['createdAt', 'updatedAt', 'instance'])
      const isPrediction = (value: unknown) => typeof value === 'object' && value !== null && 'predictedResult' in value
      const answered = JSON.parse(await answer.text(), function (key, value) {
        return own.has(key) || (key === 'id' && isPrediction(this)) ? undefined : value
      })
      return { status: answer.status, type: answer.headers.get('content-type'), body: answered }
    }),
  )
  return answers as [Answer, Answer]
}

interface Answer {
  readonly status: number
  readonly type: string | null
  readonly body: unknown
}

const isOpen = ({ isOpen }: OpenMatch) => isOpen
const home = { predictedResult: 'home', predictedHomeScore: 2, predictedAwayScore: 1 }

async function expectSame(
  status: number,
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) {
  const [ours, theirs] = await both(method, path, body, headers)
  expect(theirs).toEqual(ours)
  expect(ours.status).toBe(status)
}

test('the fixtures are the same', () => expectSame(200, 'GET', '/api/fixtures'))

test('the first 50 of the leaderboard are the same', () => expectSame(200, 'GET', '/api/leaderboard?limit=50'))

test('a pick is accepted or refused with the same response', async () => {
  const [match, other] = fixtures.filter(isOpen)
  const closed = fixtures.find((each) => !each.isOpen)!
  const pick = { fixtureId: match!.id, ...home }
  await expectSame(201, 'POST', '/api/predictions', pick)
  await expectSame(409, 'POST', '/api/predictions', pick)
  await expectSame(409, 'POST', '/api/predictions', { ...pick, fixtureId: closed.id })
  await expectSame(404, 'POST', '/api/predictions', { ...pick, fixtureId: 999_999 })
  await expectSame(400, 'POST', '/api/predictions', { ...pick, fixtureId: other!.id, predictedAwayScore: 3 })
  await expectSame(400, 'POST', '/api/predictions', { ...pick, predictedHomeScore: 12 })
  await expectSame(400, 'POST', '/api/predictions', {})
  await expectSame(400, 'POST', '/api/predictions', '{')
  await expectSame(403, 'POST', '/api/predictions', { ...pick, userId: 1 })
  await expectSame(401, 'POST', '/api/predictions', pick, {})
  await expectSame(201, 'POST', '/api/predictions', { fixtureId: other!.id, predictedResult: 'draw' })
})

test('ten picks at once are accepted or refused with the same responses', async () => {
  const weeks = [...Map.groupBy(fixtures.filter(isOpen), ({ gameweek }) => gameweek).values()]
  const [elsewhere, week] = weeks.slice(-2) as [OpenMatch[], OpenMatch[]]
  const closed = fixtures.find((each) => !each.isOpen)!
  const path = `/api/predictions/gameweek/${week[0]!.gameweek}`
  const picks = week.map(({ id }) => ({ fixtureId: id, ...home }))
  await expectSame(200, 'PUT', path, { predictions: picks.slice(0, 5) })
  const predictions = [
    ...picks.map((pick, n) => (n % 2 === 0 ? pick : { ...pick, predictedHomeScore: 3 })),
    picks[0],
    { fixtureId: elsewhere[0]!.id, ...home },
    { fixtureId: closed.id, ...home },
    { fixtureId: 999_999, ...home },
    { fixtureId: week.at(-1)!.id + 1_000, predictedResult: 'away' },
    { fixtureId: 1, predictedResult: 'nobody' },
  ]
  await expectSame(200, 'PUT', path, { predictions })
  await expectSame(400, 'PUT', path, { predictions: [] })
  await expectSame(403, 'PUT', path, { predictions: [{ ...picks[0], userId: 1 }] })
})

test('the board counts the picks of its reader', async () => {
  // Only the game unlocks achievements.
  const counts = (await both('GET', '/api/leaderboard?limit=50')).map(({ body }) => {
    const { total, me } = body as LeaderboardPage
    return { total, picks: me?.totalPredictions }
  })
  expect(counts).toEqual([
    { total: 121, picks: 12 },
    { total: 121, picks: 12 },
  ])
})
