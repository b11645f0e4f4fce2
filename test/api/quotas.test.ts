import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { quotas } from '../../src/areas/index.ts'
import { TYPES } from '../../src/identifiers.ts'
import { EventLogUnavailable } from '../../src/kernel/event-log.ts'
import type { Quota } from '../../src/kernel/quota.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { createClient } from '../support/client.ts'
import { readToEnd } from '../support/event-log-contract.ts'
import { leagueOf, type Player, players } from '../support/leagues.ts'
import { pageOf, predicted, sharedBy } from '../support/sharing.ts'

// A call consumes one unit per change and refunds no more than it consumed, over two nodes and under concurrency
// (docs/threats.md T82).

let one: TestApp
let two: TestApp
beforeAll(async () => {
  one = await startTestApp({ realQuotas: true })
  two = await startTestApp({ beside: one, realQuotas: true })
})
afterAll(async () => {
  await two?.close()
  await one?.close()
})
afterEach(() => vi.restoreAllMocks())

interface Shown {
  readonly id: number
  readonly gameweek: number
  readonly isOpen: boolean
}

type Call = readonly [method: string, path: string, body?: unknown]

interface Round {
  /** Sent concurrently. */
  readonly calls: readonly ((player: Player) => Call)[]
  /** `away`: nothing is stored; `silent`: everything is stored, but the log returns no response. */
  readonly log: 'answers' | 'away' | 'silent'
  readonly thenSeconds: number
}

/** A quota, the row that counts it, and the events that consume it. */
interface Counted {
  readonly row: string
  readonly of: Quota
  readonly events: readonly string[]
}

const OUTCOMES = ['home', 'draw', 'away'] as const
const A_MINUTE = 120

const shown = async (player: Player): Promise<Shown[]> => player.get('/api/fixtures')

async function gameweekOf(player: Player): Promise<{ gameweek: number; ids: number[] }> {
  const fixtures = await shown(player)
  const gameweek = fixtures.find(({ isOpen }) => isOpen)!.gameweek + 1
  return { gameweek, ids: fixtures.filter((fixture) => fixture.gameweek === gameweek).map(({ id }) => id) }
}

/** Sends calls to both nodes in turn. */
function inTurn(player: Player) {
  let turn = 0
  return ([method, path, body]: Call) =>
    createClient([one.url, two.url][turn++ % 2]!).request(method, path, body, { cookie: player.cookie })
}

/** Times (ms) of a player's events of these types. */
async function changesOf(player: Player, ...types: string[]): Promise<number[]> {
  const { events } = await readToEnd(one.container.get(TYPES.RawLog), null, { types })
  const mine = events.filter(({ metadata }) => metadata.actor === player.id)
  return mine.map(({ metadata }) => Date.parse(metadata.at))
}

/** A player's consumption of a quota in the present window of its first rate. */
async function consumedBy(player: Player, name: string, seconds: number): Promise<number> {
  const { rows } = await one.container
    .get(TYPES.Database)
    .pool.query<{ taken: number[]; windows: number[] }>(
      'select taken, windows from app.allowances where user_id = $1 and name = $2',
      [player.id, name],
    )
  const isPresent = Number(rows[0]?.windows[0]) === Math.floor(one.clock.now() / 1_000 / seconds)
  return isPresent ? rows[0]!.taken[0]! : 0
}

/** Number of times that are in the present window of `seconds` seconds. */
const inWindow = (times: readonly number[], seconds: number): number => {
  const windowOf = (ms: number) => Math.floor(ms / 1_000 / seconds)
  return times.filter((ms) => windowOf(ms) === windowOf(one.clock.now())).length
}

test.each([2, 3])('60 calls of ten changes between %i picks, five at once: 120 changes and no more', async (cycle) => {
  const [anna] = await players(one, ['anna'])
  const { gameweek, ids } = await gameweekOf(anna!)
  const call = inTurn(anna!)
  let next = 0
  const caller = async () => {
    while (next < 60) {
      const predictedResult = OUTCOMES[next++ % cycle]
      const predictions = ids.map((fixtureId) => ({ fixtureId, predictedResult }))
      expect([200, 429]).toContain(
        (await call(['PUT', `/api/predictions/gameweek/${gameweek}`, { predictions }])).status,
      )
    }
  }
  await Promise.all(Array.from({ length: 5 }, caller))
  expect((await changesOf(anna!, 'PredictionSubmitted', 'PredictionUpdated')).length).toBeLessThanOrEqual(A_MINUTE)
})

const roundsOf = (call: fc.Arbitrary<(player: Player) => Call>): fc.Arbitrary<Round[]> =>
  fc.array(
    fc.record({
      calls: fc.array(call, { minLength: 1, maxLength: 6 }),
      log: fc.constantFrom<Round['log']>('answers', 'answers', 'answers', 'answers', 'away', 'silent'),
      thenSeconds: fc.constantFrom(0, 0, 0, 0, 7, 25, 3_600),
    }),
    { minLength: 4, maxLength: 10 },
  )

/** Makes the appends of both nodes fail. */
function breakLog(how: 'away' | 'silent'): void {
  for (const { container } of [one, two]) {
    const log = container.get(TYPES.RawLog)
    const broken =
      <A extends unknown[]>(store: (...args: A) => Promise<unknown>) =>
      async (...args: A): Promise<never> => {
        if (how === 'silent') await store(...args)
        throw new EventLogUnavailable('broken by the test')
      }
    const { append, appendMany } = log
    vi.spyOn(log, 'append').mockImplementation(broken(append))
    vi.spyOn(log, 'appendMany').mockImplementation(broken(appendMany))
  }
}

/** Sends rounds of calls. After each, compares a player's changes in the present window with the consumption. */
async function compared(player: Player, rounds: readonly Round[], quotas: readonly Counted[]): Promise<void> {
  const call = inTurn(player)
  /** A command without a response may have changed as much as it consumed, so nothing is refunded. */
  let isCertain = true
  for (const { calls, log, thenSeconds } of rounds) {
    if (log !== 'answers') breakLog(log)
    const answers = await Promise.all(calls.map((each) => call(each(player))))
    vi.restoreAllMocks()
    expect(answers.map(({ status }) => status)).not.toContain(500)
    if (answers.some(({ status }) => status === 503)) isCertain = false
    for (const { row, of, events } of quotas) {
      const { most, seconds } = of.rates[0]!
      const changed = inWindow(await changesOf(player, ...events), seconds)
      const consumed = await consumedBy(player, row, seconds)
      expect(consumed, row).toBeLessThanOrEqual(most)
      expect(consumed, row).toBeGreaterThanOrEqual(changed)
      if (isCertain) expect(consumed, row).toBe(changed)
    }
    one.clock.advance(thenSeconds * 1_000)
    if (thenSeconds === 3_600) isCertain = true
  }
}

test('predictions consume one unit per change, under concurrency and failures: 120 a minute at most', async () => {
  const [scout] = await players(one, ['scout'])
  const { gameweek, ids } = await gameweekOf(scout!)
  const closed = (await shown(scout!)).find(({ isOpen }) => !isOpen)!.id
  const save = (predictions: unknown) => (): Call => ['PUT', `/api/predictions/gameweek/${gameweek}`, { predictions }]
  const outcome = fc.constantFrom(...OUTCOMES)
  const pick = fc.record({
    fixtureId: fc.constantFrom(...ids, closed, 999_999),
    predictedResult: fc.oneof({ weight: 9, arbitrary: outcome }, { weight: 1, arbitrary: fc.constant('nobody') }),
  })
  const call = fc.oneof(
    {
      weight: 6,
      arbitrary: outcome.map((predictedResult) => save(ids.map((fixtureId) => ({ fixtureId, predictedResult })))),
    },
    { weight: 4, arbitrary: fc.array(pick, { maxLength: 12 }).map(save) },
    { weight: 2, arbitrary: pick.map((body) => (): Call => ['POST', '/api/predictions', body]) },
    { weight: 1, arbitrary: fc.constantFrom(save('none'), save([{ fixtureId: ids[0], userId: 1 }])) },
  )
  const quota = {
    row: 'predictions',
    of: quotas.predictions!,
    events: ['PredictionSubmitted', 'PredictionUpdated'],
  }
  await fc.assert(
    fc.asyncProperty(roundsOf(call), async (rounds) => {
      const [player] = await players(one, ['anna'])
      await compared(player!, rounds, [quota])
    }),
    { numRuns: 8 },
  )
})

test('toggles consume one unit per change, under concurrency and failures', async () => {
  const [host] = await players(one, ['host'])
  const league = await leagueOf(host!, { type: 'public' })
  const share = pageOf(await sharedBy(host!, await predicted(one, host!, 1), { isPublic: true }))
  const calls: readonly ((player: Player) => Call)[] = [
    () => ['PUT', `/api/users/${host!.id}/follow`],
    () => ['DELETE', `/api/users/${host!.id}/follow`],
    () => ['PUT', '/api/users/999999/follow'],
    () => ['POST', `${share}/like`],
    () => ['POST', `${share}/interact`, { type: 'unlike' }],
    () => ['POST', `${share}/interact`, { type: 'share' }],
    () => ['POST', `/api/leagues/${league.id}/join`],
    () => ['POST', '/api/leagues/join-code', { joinCode: league.joinCode }],
    ({ id }) => ['DELETE', `/api/leagues/${league.id}/members/${id}`],
  ]
  const memberships = ['LeagueJoined', 'LeagueLeft']
  const counted: readonly Counted[] = [
    { row: 'follows', of: quotas.follows!, events: ['PlayerFollowed', 'PlayerUnfollowed'] },
    { row: 'likes', of: quotas.likes!, events: ['ShareLiked', 'ShareUnliked'] },
    { row: 'memberships', of: quotas.memberships!, events: memberships },
    { row: `league:${league.id}`, of: quotas.membershipsOfOneLeague!, events: memberships },
  ]
  await fc.assert(
    fc.asyncProperty(roundsOf(fc.constantFrom(...calls)), async (rounds) => {
      const [player] = await players(one, ['toggler'])
      await compared(player!, rounds, counted)
    }),
    { numRuns: 6 },
  )
})

test('following and no longer following: 60 a minute over both nodes, then 429', async () => {
  const [anna, host] = await players(one, ['anna', 'host'])
  await one.settled()
  const call = inTurn(anna!)
  const statuses: number[] = []
  for (let n = 0; n < 64; n++)
    statuses.push((await call([n % 2 ? 'DELETE' : 'PUT', `/api/users/${host!.id}/follow`])).status)
  expect(statuses.slice(0, 60).filter((status) => status >= 300)).toEqual([])
  expect(statuses.slice(60)).toEqual(Array(4).fill(429))
})
