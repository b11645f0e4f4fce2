import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ACCOUNTS } from '../../src/areas/accounts/area.ts'
import { quotas } from '../../src/areas/index.ts'
import { PARTS, TYPES } from '../../src/identifiers.ts'
import type { Quota } from '../../src/kernel/quota.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { createClient } from '../support/client.ts'
import { readToEnd } from '../support/event-log-contract.ts'
import { joinedBy, leagueOf, type Player, players, teamIn } from '../support/leagues.ts'

// One player founds at most 20 leagues and 10 teams a day (docs/threats.md T82). The other quotas bound the growth of
// the log, and hold across all nodes. Lists of players' data come in pages.

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

/** Writes of players without a quota. Every other write declares its quota in its route. */
const UNLIMITED = [
  // Limited by address (registrations), or appending nothing.
  'post /api/register',
  'post /api/auth/logout',
  'post /api/notifications/read',
  'post /api/user/achievements/check',
  'post /api/wallet/challenge',
  // Limited by account and address (docs/rules.md R113).
  'post /api/auth/forgot-password',
  'post /api/auth/request-admin-reset',
  'post /api/auth/get-security-question',
  'post /api/auth/reset-password',
  'post /api/auth/self-reset-password',
  'post /api/auth/security-reset-password',
  // Appending nothing; an account and a share end only once.
  'delete /api/user/sessions/:id',
  'post /api/user/calendar/renew',
  'post /api/user/passkeys/options',
  'post /api/auth/passkey/options',
  'delete /api/reminders/push/:id',
  // Its event ends a consent, once; the undo has a quota.
  'post /api/unsubscribe/:token',
  'post /api/user/sessions/end-others',
  'delete /api/user',
  'delete /api/shared-predictions/:shareUrl',
]

/** Quotas of all routes, consumed by the web layer. */
const OF_EVERY_ROUTE = ['idempotencyKeys']

const some = (...names: string[]): Promise<Player[]> => players(one, names)
/** Sends the same call to both nodes in turn. */
const inTurn = (player: Player) => {
  let turn = 0
  return (method: string, path: string, body?: unknown) =>
    createClient([one.url, two.url][turn++ % 2]!).request(method, path, body, { cookie: player.cookie })
}
const statuses = (answers: readonly { status: number }[]) => answers.map(({ status }) => status)
const eventsOf = async (type: string) =>
  (await readToEnd(one.container.get(TYPES.RawLog), null, { types: [type] })).events

test('every write of players consumes a declared quota, except those that append nothing, and every quota is used', () => {
  const writes = one.container
    .getAll(PARTS.Routes)
    .flat()
    .filter(({ method, access }) => method !== 'get' && access !== 'admin')
    .map(({ method, path, consumes = [], consumesItself = [] }) => ({
      write: `${method} ${path}`,
      consumes: [...consumes, ...consumesItself],
    }))
  expect(
    writes
      .filter(({ consumes }) => consumes.length === 0)
      .map(({ write }) => write)
      .sort(),
  ).toEqual([...UNLIMITED].sort())
  const consumed = new Set(writes.flatMap(({ consumes }) => consumes))
  const declared = Object.entries<Quota>(quotas)
  expect(declared.map(([, quota]) => quota)).toEqual(expect.arrayContaining([...consumed]))
  expect(declared.filter(([, quota]) => !consumed.has(quota)).map(([key]) => key)).toEqual(OF_EVERY_ROUTE)
})

describe('predictions: 120 a minute', () => {
  const pick = (fixtureId: number, goals: number) => ({
    fixtureId,
    predictedResult: 'home',
    predictedHomeScore: goals,
    predictedAwayScore: 0,
  })

  test('a whole gameweek counts its changes, on both nodes; beyond the quota it is a 429 until the next minute', async () => {
    const [anna] = await some('anna')
    const call = inTurn(anna!)
    const fixtures = (await anna!.get('/api/fixtures')) as { id: number; gameweek: number; isOpen: boolean }[]
    const { gameweek } = fixtures.find(({ isOpen }) => isOpen)!
    const ids = fixtures.filter((fixture) => fixture.gameweek === gameweek + 1).map(({ id }) => id)
    expect(ids).toHaveLength(10)
    const save = (goals: number, which = ids) =>
      call('PUT', `/api/predictions/gameweek/${gameweek + 1}`, { predictions: which.map((id) => pick(id, goals)) })
    const before = (await eventsOf('PredictionUpdated')).length

    for (let goals = 1; goals <= 9; goals++) expect((await save(goals)).status).toBe(200)
    // Repeating the same picks changes nothing, any number of times.
    for (let again = 0; again < 15; again++) expect((await save(9)).status).toBe(200)
    for (let goals = 1; goals <= 2; goals++) expect((await save(goals)).status).toBe(200)
    const other = await call('POST', '/api/predictions', pick(fixtures.findLast(({ isOpen }) => isOpen)!.id, 1))
    expect(other.status).toBe(201)
    // 111 so far: nine of ten exceed the quota only if they are changes.
    const mixed = { predictions: ids.map((id, nth) => pick(id, nth < 9 ? 5 : 2)) }
    expect((await call('PUT', `/api/predictions/gameweek/${gameweek + 1}`, mixed)).status).toBe(200)

    const refused = await save(7)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
    expect(refused.body.detail).toMatch(/too fast/)
    expect((await call('PUT', `/api/predictions/${other.body.id}`, pick(other.body.fixtureId, 4))).status).toBe(429)
    // The refused call changed nothing. A call without changes is still accepted.
    expect((await eventsOf('PredictionUpdated')).length - before).toBe(109)
    expect((await call('PUT', `/api/predictions/gameweek/${gameweek + 1}`, mixed)).status).toBe(200)
    one.clock.advance(60_000)
    expect((await save(7)).status).toBe(200)
    // Her own list comes in pages.
    const page = await call('GET', '/api/predictions?limit=4&offset=8')
    expect([page.body.length, page.headers.get('plp-total')]).toEqual([3, '11'])
  })

  test('a refused call consumes nothing', async () => {
    const [anna] = await some('anna')
    const call = inTurn(anna!)
    const unknown = () => call('POST', '/api/predictions', pick(9_999, 1))
    for (let five = 0; five < 5; five++)
      expect(new Set(statuses(await Promise.all(Array.from({ length: 25 }, unknown))))).toEqual(new Set([404]))
  })
})

describe('leagues', () => {
  test('joining and leaving one: five times an hour, by click, by code and back, on both nodes', async () => {
    const [anna, bob] = await some('anna', 'bob')
    const league = await leagueOf(anna!, { type: 'public' })
    const call = inTurn(bob!)
    const join = () => call('POST', `/api/leagues/${league.id}/join`)
    const leave = () => call('DELETE', `/api/leagues/${league.id}/members/${bob!.id}`)
    const byCode = () => call('POST', '/api/leagues/join-code', { joinCode: league.joinCode })
    // Refused as an existing member, which does not count.
    expect(
      statuses([await join(), await join(), await byCode(), await leave(), await byCode(), await leave()]),
    ).toEqual([200, 409, 409, 204, 200, 204])
    expect((await join()).status).toBe(200)
    const refused = [await leave(), await leave()]
    expect(statuses(refused)).toEqual([429, 429])
    expect(refused[0]!.headers.get('retry-after')).toBe(
      String(3_600 - ((Date.parse(new Date(one.clock.now()).toISOString()) / 1_000) % 3_600)),
    )
    // The quota is for this league only.
    const other = await leagueOf(anna!, { type: 'public' })
    expect((await call('POST', `/api/leagues/${other.id}/join`)).status).toBe(200)
    one.clock.advance(3_600_000)
    expect((await leave()).status).toBe(204)
  })

  test('one player founds 20 a day; refused attempts do not count', async () => {
    const [anna] = await some('anna')
    const call = inTurn(anna!)
    const found = (name: string) => call('POST', '/api/leagues', { name, type: 'private' })
    for (let wrong = 0; wrong < 3; wrong++) expect((await found('')).status).toBe(400)
    const answers = await Promise.all(Array.from({ length: 22 }, (_, nth) => found(`League ${nth}`)))
    expect(statuses(answers).sort()).toEqual([...Array(20).fill(201), 429, 429])
    const refused = answers.find(({ status }) => status === 429)!
    expect(refused.body.detail).toBe('You have set up 20 leagues today. Come back tomorrow for the next one.')
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_600)
    // They come in pages.
    const pages = await Promise.all(
      [0, 8, 16, 24].map((offset) => call('GET', `/api/user/leagues?limit=8&offset=${offset}`)),
    )
    expect(pages.map(({ body, headers }) => [body.length, headers.get('plp-total')])).toEqual([
      [8, '20'],
      [8, '20'],
      [4, '20'],
      [0, '20'],
    ])
    const paged = pages.flatMap(({ body }) => body.map(({ id }: { id: number }) => id))
    expect(paged).toEqual((await anna!.get('/api/user/leagues')).map(({ id }: { id: number }) => id))
    expect(new Set(paged).size).toBe(20)
    // The quota of another player is not affected.
    expect((await leagueOf((await some('bob'))[0]!)).id).toBeGreaterThan(0)
  })

  test('one player founds 10 teams a day', async () => {
    const [anna] = await some('anna')
    const league = await leagueOf(anna!)
    const call = inTurn(anna!)
    for (let nth = 0; nth < 10; nth++) {
      const { status, body } = await call('POST', `/api/leagues/${league.id}/teams`, {
        name: `Team ${nth}`,
        maxMembers: 3,
      })
      expect(status).toBe(201)
      // Refused as already in a team, which does not count.
      if (nth === 0) expect((await call('POST', `/api/leagues/${league.id}/teams`, { name: 'More' })).status).toBe(409)
      expect((await call('DELETE', `/api/teams/${body.id}/members/${anna!.id}`)).status).toBe(204)
    }
    expect((await call('POST', `/api/leagues/${league.id}/teams`, { name: 'Eleven' })).status).toBe(429)
  })
})

test('lists of a league come in pages; its teams page includes the reader’s own', async () => {
  const [anna, bob, cyd] = await some('anna', 'bob', 'cyd')
  const league = await leagueOf(anna!)
  await joinedBy(league, bob!, cyd!)
  const teams: { id: number }[] = []
  for (const founder of [anna!, bob!, cyd!]) teams.push(await teamIn(league, founder))
  const list = (player: Player, query: string) => player.call('GET', `/api/leagues/${league.id}/teams${query}`)
  const idsOf = ({ body }: { body: { id: number }[] }) => body.map(({ id }) => id)
  const [first, second, third] = teams.map(({ id }) => id)
  expect(idsOf(await list(anna!, ''))).toEqual([first, second, third])
  expect(idsOf(await list(anna!, '?limit=2'))).toEqual([first, second])
  expect(idsOf(await list(cyd!, '?limit=2'))).toEqual([first, second, third])
  const rest = await list(cyd!, '?limit=2&offset=2')
  expect([idsOf(rest), rest.headers.get('plp-total')]).toEqual([[third], '3'])

  const statistics = await bob!.get(`/api/leagues/${league.id}/statistics?limit=1&offset=1`)
  expect([statistics.members.length, statistics.memberCount]).toEqual([1, 3])
})

test('every list is paged, or bounded by nature', () => {
  /** Bounded by the season, the catalogue, the ids in the call, or the number that a player can have at once. */
  const byNature = [
    '/api/fixtures',
    '/api/fixtures/current',
    '/api/fixtures/:id/history',
    '/api/teams',
    '/api/head-to-head/:home/:away',
    '/api/achievements',
    '/api/user/achievements',
    '/api/user/sessions',
    '/api/user/jokers',
    '/api/leagues/featured',
    '/api/leaderboard/top100',
    '/api/leaderboard/gameweeks',
    '/api/leaderboard/winners',
    '/api/final-table/mates',
    '/api/players/:id/gameweeks',
    '/api/admin/fixtures',
    '/api/test/fixtures',
    '/api/testimonials',
  ]
  const definitionOf = (schema: unknown) => (schema as { _zod?: { def: { type: string; shape?: object } } })?._zod?.def
  const lists = one.container
    .getAll(PARTS.Routes)
    .flat()
    .filter(({ method, responses }) => method === 'get' && definitionOf(responses[200])?.type === 'array')
  const unpaged = lists.filter(({ query, isPaged }) => {
    const asked = Object.keys(definitionOf(query)?.shape ?? {})
    if (isPaged) expect(asked).toEqual(expect.arrayContaining(['limit', 'offset']))
    return !asked.includes('limit')
  })
  expect(unpaged.map(({ path }) => path).sort()).toEqual(byNature.sort())
})

test('chat: five messages in five seconds and sixty a minute, over both nodes; others are not affected', async () => {
  const [anna, bob] = await some('anna', 'bob')
  const league = await leagueOf(anna!)
  await joinedBy(league, bob!)
  const path = `/api/leagues/${league.id}/messages`
  const say = inTurn(anna!)
  const flood = () => Promise.all(Array.from({ length: 8 }, (_, nth) => say('POST', path, { content: `${nth}` })))
  const first = await flood()
  expect(statuses(first).sort()).toEqual([...Array(5).fill(201), 429, 429, 429])
  const seconds = Number(first.find(({ status }) => status === 429)!.headers.get('retry-after'))
  expect([seconds >= 1, seconds <= 5]).toEqual([true, true])
  // An edit counts as a message.
  const { id } = first.find(({ status }) => status === 201)!.body
  expect((await say('PATCH', `/api/messages/${id}`, { content: 'edited' })).status).toBe(429)
  expect((await inTurn(bob!)('POST', path, { content: 'me' })).status).toBe(201)
  one.clock.advance(5_000)
  expect(statuses(await flood()).filter((status) => status === 201)).toHaveLength(5)
})

test('sign-ins beyond sixty an hour succeed, but are not recorded in the log', async () => {
  const { userId } = (await one.container.get(ACCOUNTS.Accounts).credentialOf('admin'))!
  const at = new Date(one.clock.now()).toISOString()
  await one.container.get(TYPES.Quotas).consume({ userId, quota: quotas.signIns!, amount: 60, at })
  const before = (await eventsOf('UserLoggedIn')).length
  expect((await (await one.admin()).get('/api/user')).role).toBe('admin')
  expect((await eventsOf('UserLoggedIn')).length).toBe(before)
})
