import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { everythingChanged } from '../../projections/engine/messages.ts'
import { createAnalystAccess } from '../../src/areas/analysts/analyst-access.ts'
import { FIXTURES } from '../../src/areas/fixtures/area.ts'
import { columns, hidden } from '../../src/areas/index.ts'
import { NEWS_REACTOR } from '../../src/areas/news/reactor.ts'
import { PROOFS } from '../../src/areas/proofs/area.ts'
import { TYPES } from '../../src/identifiers.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import type { TestClient } from '../support/client.ts'
import { statementsOf } from '../support/statements.ts'

/** Maximum number of statements per call on an idle node, up to the last checkpoint that follows from it. */
const MOST = { pick: 25, firstPick: 40, gameweek: 30, user: 2, read: 3 }

interface Shown {
  readonly id: number
  readonly gameweek: number
  readonly isOpen: boolean
  readonly status: string
}

let app: TestApp
let anna: TestClient
let berta: TestClient
let admin: TestClient
/** Open matches of fully open gameweeks, by gameweek. */
let open: Shown[][]
/** Values for the parameters of a path. */
const of: Record<string, number | string> = {}
const competitions: { readonly id: number; readonly type: string }[] = []

async function done(answer: Promise<{ status: number; body: any }>): Promise<any> {
  const { status, body } = await answer
  if (status >= 300) throw new Error(`${status}: ${body?.detail}`)
  return body
}

const pickOf = ({ id }: Shown, home = 1) => ({
  fixtureId: id,
  predictedResult: 'home',
  predictedHomeScore: home,
  predictedAwayScore: 0,
})

beforeAll(async () => {
  app = await startTestApp()
  anna = await app.player('anna')
  berta = await app.player('berta')
  admin = await app.admin()
  const fixtures: Shown[] = await anna.get('/api/fixtures')
  open = [...Map.groupBy(fixtures, ({ gameweek }) => gameweek).values()].filter(
    (week) => week.length === 10 && week.every(({ isOpen }) => isOpen),
  )
  const league = await done(anna.post('/api/leagues', { name: 'Friends', type: 'public' }))
  await done(berta.post(`/api/leagues/${league.id}/join`, {}))
  await done(anna.post(`/api/leagues/${league.id}/teams`, { name: 'Reds', maxMembers: 5, teamColor: '#aa0000' }))
  const message = await done(anna.post(`/api/leagues/${league.id}/messages`, { content: 'Hello' }))
  await done(berta.post(`/api/messages/${message.id}/report`, {}))
  const [{ gameweek }] = open[2]! as [Shown]
  for (const type of ['weekly', 'cup', 'knockout']) {
    const competition = await done(
      admin.post('/api/competitions', {
        ...{ name: `A ${type}`, type, prizePool: 100, firstGameweek: gameweek, lastGameweek: gameweek + 3 },
      }),
    )
    await done(anna.post(`/api/competitions/${competition.id}/join`, {}))
    await done(berta.post(`/api/competitions/${competition.id}/join`, {}))
    competitions.push(competition)
  }
  await done(anna.post(`/api/competitions/${competitions[0]!.id}/messages`, { content: 'Hello' }))
  // Settles the gameweek that the weekly competition, the cup and the knockout begin with, over picks of both.
  const week = open[2]!
  for (const player of [anna, berta])
    await done(player.put(`/api/predictions/gameweek/${gameweek}`, { predictions: week.map((match) => pickOf(match)) }))
  const [own] = await anna.get('/api/predictions')
  const share = await done(anna.post('/api/share-predictions', { predictionIds: [own.id], title: 'Mine' }))
  await done(berta.post(`/api/shared-predictions/${share.shareUrl}/comments`, { content: 'Hello' }))
  await done(berta.post(`/api/shared-predictions/${share.shareUrl}/report`, {}))
  await done(berta.put(`/api/users/${share.user.id}/follow`))
  of.shareUrl = share.shareUrl
  for (const { id } of week)
    await done(admin.post(`/api/admin/fixtures/${id}/result`, { homeScore: 1, awayScore: 0, reason: 'Played early' }))
  // The job's first run stores an event, up to 15 seconds after a start.
  await app.container.get(PROOFS.Seals).run(new Date(app.clock.now()).toISOString())
  // Its job then has nothing left to provision.
  await createAnalystAccess({ pool: app.container.get(TYPES.Database).pool, columns, hidden }).provision()
  const engine = app.container.get(TYPES.Engine)
  await engine.waitForReactor(NEWS_REACTOR, await app.container.get(TYPES.Log).head(), 60_000)
  await app.settled()
  const [{ url }] = await anna.get('/api/news')
  const { id: userId } = await anna.get('/api/user')
  const { id: mate } = await berta.get('/api/user')
  Object.assign(of, {
    userId,
    mate,
    other: userId,
    league: league.id,
    gameweek,
    home: 1,
    away: 2,
    slug: url.slice('/news/'.length),
  })
}, 120_000)
afterAll(() => app?.close())

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Removes statements that the clock causes, independent of requests. These are the engine's check every second, the
 * log's poll for missed notifications (each may read further), and heartbeats of sockets. Also the signal of kickoffs,
 * the checks for seals, mails, reminders and recovery requests, and the check of the analysts' views.
 */
function withoutBackground(texts: readonly string[]): readonly string[] {
  const isTick = (text: string) => text.includes('select position from log.logs')
  const isBackground = (text: string) =>
    isTick(text) ||
    text.includes('engine.requests') ||
    text === 'SELECT pg_notify($1, $2)' ||
    text.includes('app.outbox') ||
    text.includes('app.recovery_wishes') ||
    text.includes('app.reminder_deliveries') ||
    text.includes('obj_description') ||
    text.includes('c.closed_at') ||
    (/ read\w*\.fixtures /.test(text) && text.includes('(f.cutoff)'))
  let polls = texts.filter(isTick).length
  return texts.filter((text) => !isBackground(text) && !(text.includes('as head') && polls-- > 0))
}

const short = (texts: readonly string[]) => texts.map((text) => text.replace(/\s+/g, ' ').trim().slice(0, 160))

/** Time until checkpoints without other changes are stored. */
const QUIET_MS = 900

/** Maintenance jobs start at the full minute, the one for analysts 41 seconds later; measurements avoid both. */
async function awayFromJobs(): Promise<void> {
  const isNear = (second: number) => second >= 56 || second < 4 || (second >= 37 && second < 45)
  while (isNear(new Date().getSeconds())) await pause(100)
}

/** Statements of a call and its consequences, sorted so that a failure shows which ones are too many. */
async function costOf(call: () => Promise<unknown>): Promise<readonly string[]> {
  await awayFromJobs()
  const texts = await statementsOf(async () => {
    await call()
    await pause(QUIET_MS)
  })
  return short(withoutBackground(texts))
}

/** Without the read of a session, which a node repeats while it may have missed the end of one. */
const costOfRead = async (read: () => Promise<unknown>): Promise<readonly string[]> =>
  short((await statementsOf(read, 'requests')).filter((text) => !text.includes('from app.sessions s')))

function expectAtMost(most: number, texts: readonly string[], what: string): void {
  if (texts.length > most) expect.fail(`${what}: ${texts.length} statements, not ${most}:\n${texts.join('\n')}`)
}

describe('a pick', () => {
  test('of a new player, with the achievement that it unlocks', async () => {
    const carla = await app.player('carla')
    await pause(QUIET_MS)
    const texts = await costOf(() => done(carla.post('/api/predictions', pickOf(open[0]![0]!))))
    expectAtMost(MOST.firstPick, texts, 'the first pick')
  })

  test('of a player who has predicted before', async () => {
    await pause(QUIET_MS)
    const texts = await costOf(() => done(anna.post('/api/predictions', pickOf(open[0]![1]!))))
    expectAtMost(MOST.pick, texts, 'a pick')
  })

  test.each(['made', 'changed'])('and ten at once, %s', async (what) => {
    await pause(QUIET_MS)
    const [{ gameweek }] = open[1]! as [Shown]
    const predictions = open[1]!.map((match) => pickOf(match, what === 'made' ? 1 : 2))
    const texts = await costOf(async () => {
      const outcomes = await done(anna.put(`/api/predictions/gameweek/${gameweek}`, { predictions }))
      expect(outcomes.map(({ status }: { status: number }) => status)).toEqual(
        Array(10).fill(what === 'made' ? 201 : 200),
      )
    })
    expectAtMost(MOST.gameweek, texts, `ten picks ${what}`)
  })
})

/** Rules of a league, as a query. */
const RULES = 'result=5&goalDifference=7&exact=10&joker=true&lateJoiners=season'

describe('a read', () => {
  /** Every path that a player or an administrator may read, according to the OpenAPI document. */
  async function addresses(): Promise<{ readonly path: string; readonly reader: TestClient }[]> {
    const { paths } = await anna.get('/api/openapi.json')
    return Object.entries<Record<string, { 'x-access': string }>>(paths).flatMap(([pattern, { get }]) => {
      if (get === undefined) return []
      // Paths that are open to strangers are read by players too.
      if (!['user', 'admin'].includes(get['x-access']) && !pattern.includes('{shareUrl}')) return []
      const reader = get['x-access'] === 'admin' ? admin : anna
      const fill = (id: number | string | undefined) =>
        pattern.replace(/\{(\w+)\}/g, (_, name: string) => String(name === 'id' ? id : of[name]))
      // A player who shares a league with the reader.
      if (pattern.startsWith('/api/players/{id}')) return { path: fill(of.mate), reader }
      if (pattern === '/api/leagues/{id}/rules/preview') return { path: `${fill(of.league)}?${RULES}`, reader }
      if (pattern === '/api/user/jokers') return { path: `${pattern}?gameweek=${of.gameweek}`, reader }
      if (pattern === '/api/leagues/{id}/picks') return { path: `${fill(of.league)}?gameweek=${of.gameweek}`, reader }
      if (!pattern.startsWith('/api/competitions/{id}')) return { path: fill(of.league), reader }
      return competitions.map(({ id }) => ({ path: fill(id), reader }))
    })
  }

  let goals = 1
  /** Another player predicts, and all shared topics are marked as changed. */
  async function change(): Promise<void> {
    const engine = app.container.get(TYPES.Engine)
    goals = (goals % 9) + 1
    const [{ gameweek }] = open[1]! as [Shown]
    await done(berta.put(`/api/predictions/gameweek/${gameweek}`, { predictions: [pickOf(open[1]![0]!, goals)] }))
    await engine.announce(everythingChanged)
    await app.settled()
    await app.container.get(FIXTURES.Seasons).resolve(undefined, new Date(app.clock.now()).toISOString())
    await pause(50)
  }

  test('of every path of the API: the first after a change, and again', async () => {
    const found = await addresses()
    expect(found.length).toBeGreaterThan(30)
    const over: string[] = []
    for (const { path, reader } of found) {
      const most = path === '/api/user' ? MOST.user : MOST.read
      await change()
      for (const when of ['after a change', 'again']) {
        const texts = await costOfRead(() => reader.get(path))
        if (texts.length > most) over.push(`${path} ${when}: ${texts.length}, not ${most}`, ...texts)
      }
    }
    expect(over).toEqual([])
  })

  test.each([
    '/api/leaderboard?offset=1&limit=1',
    '/api/leaderboard/gameweek/1?offset=1',
    '/api/predictions?gameweek=1',
    '/api/user/points?limit=2',
    '/api/admin/fixtures?overdue=true',
    '/api/social-feed?sort=popular&type=custom',
    '/api/social-feed?sort=trending&following=true',
    '/api/admin/users?sort=predictions&order=desc',
    '/api/admin/users?search=a&sort=points',
  ])('of %s as well', async (path) => {
    await change()
    expectAtMost(MOST.read, await costOfRead(() => admin.get(path)), `${path} after a change`)
  })
})
