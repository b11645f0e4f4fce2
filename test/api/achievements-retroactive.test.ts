import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ACCOUNTS } from '../../src/areas/accounts/area.ts'
import { type AchievementEntry, catalogue } from '../../src/areas/achievements/catalogue.ts'
import type { UserAchievement } from '../../src/areas/achievements/contract.ts'
import { TYPES } from '../../src/identifiers.ts'
import {
  badgeEvents,
  badgesOf,
  bookedOf,
  differences,
  enter,
  idsOf,
  type OpenFixture,
  openFixtures,
  predict,
  predictMany,
  retroactive,
  scoreOf,
  told,
  unlocked,
  unlockedOf,
} from '../support/achievements.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import type { TestClient } from '../support/client.ts'
import { type Player, players } from '../support/leagues.ts'
import { until } from '../support/projections.ts'
import { repeated } from '../support/repeated.ts'

const path = '/api/admin/achievements/retroactive'
const base = { category: 'accuracy', description: 'For the tests', icon: 'Star', rarity: 'rare' } as const
const rule = (id: string, over: Partial<AchievementEntry>): AchievementEntry => ({
  ...{ ...base, id, name: `The ${id}`, points: 10, count: (facts) => facts.correct, of: 1 },
  ...over,
})
const early = catalogue.filter(({ id }) => id === 'first-whistle')
const right = rule('right', { points: 7 })
const rightTwice = rule('right-twice', { of: 2, points: 0 })
const exact = rule('exact', { count: (facts) => facts.exact, points: 12 })

/** Groups whose tables depend on badges; the last test verifies all groups. */
const OF_BADGES = ['achievements', 'play']

let app: TestApp
let admin: TestClient
const apps: TestApp[] = []
afterAll(async () => {
  for (const each of apps.toReversed()) await each.close()
})

/** Restarts the game with another catalogue on the same stores, as after an upgrade. */
async function restart(next: readonly AchievementEntry[]): Promise<void> {
  const before = apps.at(-1)
  await before?.stop()
  app = await startTestApp({ ...(before ? { beside: before } : {}), catalogue: next })
  apps.push(app)
  admin = await app.admin()
  // The previous catalogue's tables are served until the new ones have been folded.
  await until('the history is folded', async () => {
    const { projections } = await app.container.get(TYPES.Engine).status()
    return projections.every(({ kind, liveVersion, version }) => kind === 'reactor' || liveVersion === version)
  })
  await unlocked(app)
}

/** The same player on the current node. */
const here = (player: Player): Player => {
  const client = app.client()
  const call: Player['call'] = (method, to, body) => client.request(method, to, body, { cookie: player.cookie })
  return {
    ...player,
    call,
    async get(to) {
      const { status, body } = await call('GET', to)
      expect(status).toBe(200)
      return body
    },
  }
}

const iso = () => new Date(app.clock.now()).toISOString()

describe('an achievement that is added later', () => {
  let fixtures: OpenFixture[]
  let ann: Player
  let bob: Player
  /** Times of ann's first and second correct prediction, and of bob's only one. */
  let first: string
  let second: string

  beforeAll(async () => {
    await restart(early)
    fixtures = await openFixtures(app, admin)
    ;[ann, bob] = (await players(app, ['ann', 'bob'])) as [Player, Player]
    const [one, two] = fixtures as [OpenFixture, OpenFixture]
    await predict(ann, one.id, 2, 1)
    await predict(ann, two.id, 1, 0)
    await predict(bob, one.id, 1, 0)
    app.clock.advance(60_000)
    first = iso()
    await enter(admin, one.id, 2, 1)
    app.clock.advance(60_000)
    second = iso()
    await enter(admin, two.id, 2, 0)
    app.clock.advance(60_000)
    for (const one of [ann, bob]) expect(idsOf(await told(one))).toEqual(['first-whistle'])
    await restart([...early, right, rightTwice, exact])
    ;[ann, bob] = [here(ann), here(bob)]
  })

  test('is not unlocked yet: what was earned before has to wait', async () => {
    for (const one of [ann, bob]) {
      expect(await told(one)).toEqual([])
      expect(Object.keys(await unlockedOf(one))).toEqual(['first-whistle'])
      expect(await bookedOf(one)).toEqual([])
    }
    expect(await admin.get(path)).toEqual({ folding: null, waiting: { achievements: 4, users: 2 }, run: null })
  })

  test('runs are for administrators: strangers 401, players 403, bad orders 400, unknown achievements 404', async () => {
    for (const method of ['GET', 'POST']) {
      expect((await app.client().request(method, path)).status).toBe(401)
      expect((await bob.call(method, path, method === 'POST' ? {} : undefined)).status).toBe(403)
    }
    for (const body of [
      { dryRun: 'yes' },
      { only: 7 },
      { only: '' },
      { only: 'Not an id' },
      { only: 'x'.repeat(61) },
      [],
    ])
      expect([body, (await admin.post(path, body)).status]).toEqual([body, 400])
    for (const dryRun of [true, false]) {
      const { status, body } = await admin.post(path, { dryRun, only: 'no-such-thing' })
      expect([status, body.detail]).toEqual([404, 'There is no such achievement'])
    }
    expect((await admin.request('POST', path, {}, { 'content-type': 'text/plain' })).status).toBe(415)
    expect(await admin.get(path)).toMatchObject({ waiting: { achievements: 4, users: 2 }, run: null })
  })

  test('while another catalogue’s tables are served, unlocks are unknown: a run and a dry run have to be retried', async () => {
    const { pool } = app.container.get(TYPES.Database)
    const version = async (now: string): Promise<void> =>
      void (await pool.query(
        `update engine.generations set version = ${now} where name = 'achievements' and state = 'live'`,
      ))
    await version('version + 1')
    try {
      for (const dryRun of [true, false]) {
        const { status, body, headers } = await admin.post(path, { dryRun })
        expect([status, headers.get('retry-after')]).toEqual([503, '10'])
        expect(body.detail).toBe('We’re checking past matches for new achievements. Try again in a few minutes.')
      }
      expect(await admin.get(path)).toMatchObject({ run: null })
    } finally {
      await version('version - 1')
    }
  })

  test('a dry run lists players and dates of unlocks, and changes nothing', async () => {
    const before = (await badgeEvents(app)).length
    const report = await retroactive(admin, { dryRun: true })
    expect(report).toEqual({
      dryRun: true,
      state: 'completed',
      totalUnlocked: 4,
      usersAffected: 2,
      achievements: [
        { achievementId: 'right', name: 'The right', players: 2 },
        { achievementId: 'exact', name: 'The exact', players: 1 },
        { achievementId: 'right-twice', name: 'The right-twice', players: 1 },
      ],
      results: [
        {
          userId: ann.id,
          username: ann.username,
          unlockedCount: 3,
          achievements: [
            { achievementId: 'exact', name: 'The exact', earnedAt: first },
            { achievementId: 'right', name: 'The right', earnedAt: first },
            { achievementId: 'right-twice', name: 'The right-twice', earnedAt: second },
          ],
        },
        {
          userId: bob.id,
          username: bob.username,
          unlockedCount: 1,
          achievements: [{ achievementId: 'right', name: 'The right', earnedAt: first }],
        },
      ],
    })
    expect(await retroactive(admin, { dryRun: true, only: 'right' })).toMatchObject({
      totalUnlocked: 2,
      usersAffected: 2,
    })
    await unlocked(app)
    expect((await badgeEvents(app)).length).toBe(before)
    expect(await unlockedOf(ann)).not.toHaveProperty('right')
  })

  test('a run of one unlocks that one: returned by the check, with the date it was earned, in the ledger once', async () => {
    const report = await retroactive(admin, { only: 'right' })
    expect(report).toMatchObject({ dryRun: false, state: 'completed', totalUnlocked: 2, usersAffected: 2 })
    expect(report.achievements).toEqual([{ achievementId: 'right', name: 'The right', players: 2 }])
    expect((await told(ann)).map(({ achievementId, unlockedAt }) => [achievementId, unlockedAt])).toEqual([
      ['right', first],
    ])
    expect(await unlockedOf(ann)).toMatchObject({ right: first })
    expect(await unlockedOf(ann)).not.toHaveProperty('exact')
    expect(await bookedOf(ann)).toEqual(['7 The right unlocked'])
    expect(await admin.get(path)).toMatchObject({
      waiting: { achievements: 2, users: 1 },
      run: { only: 'right', total: 2, done: 2, users: 2, state: 'completed' },
    })
  })

  test('of concurrent orders, without a body, with or without a content type, one unlocks the rest, once', async () => {
    const reports = await Promise.all([retroactive(admin), retroactive(admin), retroactive(admin)])
    expect(reports.map(({ state }) => state)).toEqual(Array(3).fill('completed'))
    const unlockedBy = reports.map(({ totalUnlocked, usersAffected }) => [totalUnlocked, usersAffected])
    expect(unlockedBy.sort()).toEqual([
      [0, 0],
      [0, 0],
      [2, 1],
    ])
    expect(await unlockedOf(ann)).toMatchObject({ exact: first, 'right-twice': second })
    expect(await bookedOf(ann)).toEqual(expect.arrayContaining(['7 The right unlocked', '12 The exact unlocked']))
    // An achievement without points is in no ledger.
    expect(await bookedOf(ann)).toHaveLength(2)
    const before = await badgeEvents(app)
    const empty = await admin.request('POST', path, undefined, { 'content-type': 'application/json' })
    expect([empty.status, empty.body.totalUnlocked, empty.body.usersAffected]).toEqual([200, 0, 0])
    expect(await retroactive(admin, {})).toMatchObject({ totalUnlocked: 0, usersAffected: 0, results: [] })
    expect(await badgeEvents(app)).toEqual(before)
    badgesOf(before)
    expect(await admin.get(path)).toMatchObject({
      waiting: { achievements: 0, users: 0 },
      run: { only: null, total: 0, done: 0, users: 0, state: 'completed' },
    })
    expect(await differences(app, OF_BADGES)).toEqual([])
  })

  test('from then on it is unlocked and revoked like any other', async () => {
    const fixture = fixtures[2]!
    await predict(bob, fixture.id, 3, 3)
    await enter(admin, fixture.id, 3, 3)
    expect(idsOf(await told(bob)).sort()).toEqual(['exact', 'right', 'right-twice'])
    await enter(admin, fixtures[0]!.id, 0, 0)
    await enter(admin, fixture.id, 0, 0)
    await told(bob)
    expect(Object.keys(await unlockedOf(bob)).sort()).toEqual(['first-whistle', 'right'])
    expect((await bookedOf(bob)).join()).toMatch(/-12 The exact taken back: The result of .+ v .+ was corrected/)
  })
})

describe('a rule that is changed', () => {
  let cat: Player
  let at: string

  test('a harder rule revokes it from players who no longer meet it, an easier one unlocks it again, as after a rollback', async () => {
    await restart([right])
    ;[cat] = (await players(app, ['cat'])) as [Player]
    const fixture = (await openFixtures(app, admin))[5]!
    await predict(cat, fixture.id, 1, 0)
    at = iso()
    await enter(admin, fixture.id, 1, 0)
    expect(idsOf(await told(cat))).toEqual(['right'])

    // Nothing happens in the game meanwhile: the changes follow from the other rule.
    app.clock.advance(60_000)
    await restart([{ ...right, of: 2, revision: 2 }])
    cat = here(cat)
    await until('it is taken back', async () => Object.keys(await unlockedOf(cat)).length === 0)
    await unlocked(app)
    expect(await bookedOf(cat)).toEqual([
      '7 The right unlocked',
      '-7 The right taken back: The rule for this achievement has changed',
    ])

    app.clock.advance(60_000)
    await restart([right])
    cat = here(cat)
    await until('it is back', async () => Object.keys(await unlockedOf(cat)).length === 1)
    expect(await unlockedOf(cat)).toEqual({ right: at })
    await unlocked(app)
    expect(await cat.get('/api/user')).toMatchObject({ totalPoints: 15 + 7, achievementCount: 1 })
    const events = await badgeEvents(app)
    badgesOf(events)
    expect(await differences(app, OF_BADGES)).toEqual([])

    // After another start with the same rules, nothing is due.
    await restart([right])
    cat = here(cat)
    await told(cat)
    expect(await badgeEvents(app)).toEqual(events)
  })
})

describe('an achievement that is taken out', () => {
  test('is neither counted nor shown; its points stay, and it returns unchanged when it is added again', async () => {
    await restart([right, exact])
    const [eve, fay] = (await players(app, ['eve', 'fay'])) as [Player, Player]
    const fixture = (await openFixtures(app, admin))[6]!
    for (const one of [eve, fay]) await predict(one, fixture.id, 1, 0)
    await enter(admin, fixture.id, 1, 0)
    expect(idsOf(await told(eve)).sort()).toEqual(['exact', 'right'])
    await unlocked(app)
    const shown = async (player: Player) => {
      const one = here(player)
      const all: UserAchievement[] = await one.get('/api/user/achievements')
      const { me } = await one.get('/api/leaderboard')
      const { achievementCount, totalPoints } = await one.get('/api/user')
      expect([me.achievementCount, achievementCount]).toEqual(
        Array(2).fill(all.filter(({ isUnlocked }) => isUnlocked).length),
      )
      return { achievementCount, totalPoints }
    }
    const all = { achievementCount: 2, totalPoints: 15 + 7 + 12 }
    expect(await shown(eve)).toEqual(all)

    await restart([exact])
    expect(await shown(eve)).toEqual({ ...all, achievementCount: 1 })
    expect([...(await bookedOf(here(eve)))].sort()).toEqual(['12 The exact unlocked', '7 The right unlocked'])
    // An unlock that was never shown is not shown after its removal.
    expect(idsOf(await told(here(fay)))).toEqual(['exact'])

    await restart([right, exact])
    expect(await shown(eve)).toEqual(all)
    expect(idsOf(await told(here(fay)))).toEqual(['right'])
    expect(await bookedOf(here(eve))).toHaveLength(2)
    expect(await differences(app, OF_BADGES)).toEqual([])
  })
})

describe('a run of thousands', () => {
  test('continues while its read model is rebuilt and a player is deleted: no player has anything twice or misses it', async () => {
    await restart([])
    // More than a page of the reactor's.
    const count = repeated(700, 1_500)
    const crowd = Array.from({ length: count }, (_, index) => 7_000_000 + index)
    const [dan] = (await players(app, ['dan'])) as [Player]
    const fixture = (await openFixtures(app, admin))[8]!
    await predictMany(app, [...crowd, dan.id], fixture.id, () => scoreOf(2, 0))
    await enter(admin, fixture.id, 2, 0)
    await unlocked(app)
    const [both, other] = [rule('both', {}), rule('other', { count: (facts) => facts.exact, points: 3 })]
    await restart([both, other])
    const { waiting } = await admin.get(path)
    expect(waiting.achievements).toBeGreaterThanOrEqual(2 * (count + 1))

    const running = admin.post(path)
    const { pool } = app.container.get(TYPES.Database)
    const has = async (id: string): Promise<number> => {
      const text = 'select count(*)::int as count from read.achievements where achievement = $1 and user_id = any($2)'
      return (await pool.query(text, [id, crowd])).rows[0].count
    }
    await until('it is on its way', async () => (await has('both')) > 0)
    const context = { actor: null, at: iso(), correlationId: 'd', causationId: 'd', source: 'command' } as const
    const [deleted] = await Promise.all([
      app.container.get(ACCOUNTS.Accounts).deleteUser(dan.id, context),
      app.container.get(TYPES.Engine).rebuild('achievements'),
    ])
    expect(deleted).toMatchObject({ ok: true })
    expect((await running).status).toBe(200)
    await until('the run is over', async () => (await admin.get(path)).run.state === 'completed', 60_000)
    await unlocked(app)
    expect([await has('both'), await has('other')]).toEqual([count, count])
    expect(await admin.get(path)).toMatchObject({
      waiting: { achievements: 0, users: 0 },
      run: { total: waiting.achievements, done: waiting.achievements, state: 'completed' },
    })
    badgesOf(await badgeEvents(app))
    const { rows } = await pool.query('select * from read.achievement_badges where user_id = $1', [dan.id])
    expect(rows).toEqual([])
    expect(await differences(app)).toEqual([])
  })
})
