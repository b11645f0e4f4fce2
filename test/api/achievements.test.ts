import { sql } from 'kysely'
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ACCOUNTS } from '../../src/areas/accounts/area.ts'
import { catalogue } from '../../src/areas/achievements/catalogue.ts'
import type { Achievement, UserAchievement } from '../../src/areas/achievements/contract.ts'
import { ACHIEVEMENT_REACTOR } from '../../src/areas/achievements/reactor.ts'
import { fixtureDecider } from '../../src/areas/fixtures/fixture-decider.ts'
import { fixtureStreams } from '../../src/areas/fixtures/queries.ts'
import { TYPES } from '../../src/identifiers.ts'
import {
  badgeEvents,
  bookedOf,
  differences,
  enter,
  eventsOf,
  idsOf,
  type OpenFixture,
  openFixtures,
  predict,
  predictMany,
  scoreOf,
  told,
  unlocked,
  unlockedOf,
} from '../support/achievements.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import type { TestClient } from '../support/client.ts'
import { leagueOf, type Player, players } from '../support/leagues.ts'
import { until } from '../support/projections.ts'
import { promised } from '../support/promised.ts'

let app: TestApp
let admin: TestClient
/** Each test uses its own. */
let fixtures: OpenFixture[]
const sockets: Socket[] = []

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.admin()
  fixtures = await openFixtures(app, admin)
})
afterAll(async () => {
  for (const socket of sockets) socket.disconnect()
  await app?.close()
})

const takeFixture = (): OpenFixture => fixtures.shift()!
const player = async (name: string): Promise<Player> => (await players(app, [name]))[0]!
const isoNow = () => new Date(app.clock.now()).toISOString()
/** Advances the clock: otherwise everything in a test would happen at the same time. */
const later = () => app.clock.advance(60_000)

const rule = async (method: string, fixtureId: number, ruling: string, body: object = { reason: 'Ruled' }) => {
  const answer = await admin.request(method, `/api/admin/fixtures/${fixtureId}/${ruling}`, body)
  expect(answer.status).toBe(method === 'DELETE' ? 204 : 200)
}

describe('the catalogue', () => {
  test('lists at least thirty, of five categories and four rarities, with all fourteen icons, in the order of the page', async () => {
    const all: Achievement[] = await (await player('reader')).get('/api/achievements')
    expect(all.map(({ id }) => id)).toEqual(catalogue.map(({ id }) => id))
    expect(all.length).toBeGreaterThanOrEqual(30)
    expect([...new Set(all.map(({ category }) => category))]).toEqual([
      ...['predictions', 'accuracy', 'points', 'streaks', 'social'],
    ])
    expect(new Set(all.map(({ rarity }) => rarity)).size).toBe(4)
    expect(new Set(all.map(({ icon }) => icon)).size).toBe(14)
    for (const name of [
      'First Success',
      'Prediction Master',
      'Leaderboard King',
      'Score Predictor',
      'Streak Master',
      'Dedicated Predictor',
    ])
      expect(all.map((each) => each.name)).toContain(name)
  })

  test('is for signed-in players', async () => {
    const stranger = app.client()
    for (const [method, path] of [
      ['GET', '/api/achievements'],
      ['GET', '/api/user/achievements'],
      ['POST', '/api/user/achievements/check'],
    ] as const)
      expect((await stranger.request(method, path)).status).toBe(401)
  })
})

describe('progress', () => {
  test('counts actions, never above the target, and is complete once unlocked', async () => {
    const one = await player('counter')
    const ids = (of: readonly UserAchievement[]) => of.map(({ id }) => id)
    const before: UserAchievement[] = await one.get('/api/user/achievements')
    expect(ids(before)).toEqual(catalogue.map(({ id }) => id))
    expect(before.every(({ isUnlocked, unlockedAt }) => !isUnlocked && unlockedAt === undefined)).toBe(true)
    await predictMany(app, [one.id], takeFixture().id, () => scoreOf(1, 0))
    for (const { id } of fixtures.slice(0, 54)) await predictMany(app, [one.id], id, () => scoreOf(1, 0))
    await told(one)
    const after: UserAchievement[] = await one.get('/api/user/achievements')
    const progressOf = (id: string) => after.find((each) => each.id === id)
    expect(progressOf('first-whistle')).toMatchObject({ isUnlocked: true, progress: null })
    expect(progressOf('dedicated-predictor')).toMatchObject({ isUnlocked: true, progress: { value: 50, of: 50 } })
    expect(progressOf('two-hundred-caps')).toMatchObject({ isUnlocked: false, progress: { value: 55, of: 200 } })
    expect(progressOf('sharpshooter')).toMatchObject({ isUnlocked: false, progress: { value: 0, of: 10 } })
    for (const { progress } of after) if (progress) expect(progress.value).toBeLessThanOrEqual(progress.of)
  })

  test('unlockedAt is the time of the event that earned it', async () => {
    const one = await player('timed')
    const fixture = takeFixture()
    const predictedAt = isoNow()
    await predict(one, fixture.id, 2, 0)
    later()
    const finishedAt = isoNow()
    await enter(admin, fixture.id, 2, 0)
    later()
    const found = await told(one)
    const times = { 'first-whistle': predictedAt, 'first-success': finishedAt, 'score-predictor': finishedAt }
    expect(await unlockedOf(one)).toEqual(times)
    // Sorted by time, oldest first.
    expect(found.map(({ achievementId, unlockedAt }) => [achievementId, unlockedAt])).toEqual(Object.entries(times))
  })
})

describe('revocation', () => {
  test('a correction revokes a badge, a second one unlocks it again; ledger, totals and counts are right at each step', async () => {
    const one = await player('corrected')
    const fixture = takeFixture()
    const match = `${fixture.homeTeam.shortName} v ${fixture.awayTeam.shortName}`
    const stand = async () => {
      const { totalPoints, achievementCount } = await one.get('/api/user')
      return { totalPoints, achievementCount, booked: await bookedOf(one) }
    }
    expect(await told(one)).toEqual([])
    await predict(one, fixture.id, 2, 1)
    expect(idsOf(await told(one))).toEqual(['first-whistle'])
    expect(await told(one)).toEqual([])
    // An achievement without points has no entry.
    expect(await stand()).toEqual({ totalPoints: 0, achievementCount: 1, booked: [] })

    later()
    await enter(admin, fixture.id, 2, 1)
    const first = await told(one)
    expect(idsOf(first)).toEqual(['first-success', 'score-predictor'])
    const booked = ['10 Score Predictor unlocked', '5 First Success unlocked']
    const standing = await stand()
    expect({ ...standing, booked: [...standing.booked].sort() }).toEqual({
      totalPoints: 30,
      achievementCount: 3,
      booked,
    })

    later()
    await enter(admin, fixture.id, 3, 1)
    expect(await told(one)).toEqual([])
    expect(Object.keys(await unlockedOf(one))).toEqual(['first-whistle', 'first-success'])
    const taken = `-10 Score Predictor taken back: The result of ${match} was corrected`
    expect(await stand()).toMatchObject({ totalPoints: 10, achievementCount: 2 })
    expect((await bookedOf(one)).slice(2)).toEqual([taken])

    later()
    const again = isoNow()
    await enter(admin, fixture.id, 2, 1)
    const second = await told(one)
    expect(second).toEqual([{ unlockId: expect.any(String), achievementId: 'score-predictor', unlockedAt: again }])
    expect(second[0]!.unlockId).not.toBe(first[1]!.unlockId)
    expect(await stand()).toMatchObject({ totalPoints: 30, achievementCount: 3 })
    expect((await bookedOf(one)).slice(2)).toEqual([taken, '10 Score Predictor unlocked'])

    // Repeating the correction creates no event and no unlock.
    await enter(admin, fixture.id, 2, 1)
    expect(await told(one)).toEqual([])
    expect(await bookedOf(one)).toHaveLength(4)
  })

  test('a cancelled match revokes its badges; if played after all, its result decides', async () => {
    const one = await player('cancelled')
    const fixture = takeFixture()
    await predict(one, fixture.id, 1, 1)
    later()
    await enter(admin, fixture.id, 1, 1)
    expect(idsOf(await told(one))).toEqual(['first-whistle', 'first-success', 'score-predictor'])
    later()
    await rule('POST', fixture.id, 'cancel')
    expect(await told(one)).toEqual([])
    expect(Object.keys(await unlockedOf(one))).toEqual(['first-whistle'])
    const reason = `${fixture.homeTeam.shortName} v ${fixture.awayTeam.shortName} was cancelled`
    expect((await bookedOf(one)).slice(2).sort()).toEqual([
      `-10 Score Predictor taken back: ${reason}`,
      `-5 First Success taken back: ${reason}`,
    ])
    expect(await one.get('/api/user')).toMatchObject({ totalPoints: 0, achievementCount: 1 })
    later()
    await rule('DELETE', fixture.id, 'result')
    expect(await told(one)).toEqual([])
    await enter(admin, fixture.id, 2, 2)
    expect(idsOf(await told(one))).toEqual(['first-success'])
    expect(await one.get('/api/user')).toMatchObject({ totalPoints: 10, achievementCount: 2 })
    expect((await bookedOf(one)).slice(4)).toEqual(['5 First Success unlocked'])
  })

  test('a lifted result, an awarded match: badges that still hold stay, the rest is revoked', async () => {
    const one = await player('lifted')
    const fixture = takeFixture()
    const match = `${fixture.homeTeam.shortName} v ${fixture.awayTeam.shortName}`
    await predict(one, fixture.id, 3, 2)
    await enter(admin, fixture.id, 3, 2)
    expect(idsOf(await told(one)).sort()).toEqual(['first-success', 'first-whistle', 'goal-fest', 'score-predictor'])
    later()
    await rule('DELETE', fixture.id, 'result')
    await told(one)
    expect(Object.keys(await unlockedOf(one))).toEqual(['first-whistle'])
    expect((await bookedOf(one)).slice(3)).toContain(
      `-25 Goal Fest taken back: The result of ${match} no longer counts`,
    )
    expect(await one.get('/api/user')).toMatchObject({ totalPoints: 0, achievementCount: 1 })
    later()
    await rule('POST', fixture.id, 'award', { result: 'home', reason: 'Ruled' })
    // The result counts, the exact score does not (docs/rules.md R9).
    expect(idsOf(await told(one))).toEqual(['first-success'])
    expect(await one.get('/api/user')).toMatchObject({ totalPoints: 10, achievementCount: 2 })
  })

  test('changing a prediction before its match revokes nothing: only results do', async () => {
    const one = await player('changer')
    const fixture = takeFixture()
    await predict(one, fixture.id, 3, 2)
    const [{ id }] = await one.get('/api/predictions')
    const body = { predictedResult: 'draw' }
    expect((await one.call('PUT', `/api/predictions/${id}`, body)).status).toBe(200)
    await enter(admin, fixture.id, 3, 2)
    expect(idsOf(await told(one))).toEqual(['first-whistle'])
  })
})

describe('activity of the testing tool', () => {
  test('is marked in what it unlocks and revokes', async () => {
    const one = await player('simulated')
    const fixture = takeFixture()
    const { db } = app.container.get(TYPES.Database)
    const stream = (await fixtureStreams(db, [fixture.id])).get(fixture.id)!
    const ruling = (homeScore: number, isSimulated: boolean) => {
      const at = isoNow()
      const context = { actor: null, at, correlationId: 's', causationId: 's', source: 'simulation' } as const
      const command = { type: 'enter-result', at, homeScore, awayScore: 0, reason: 'Simulated' } as const
      const more = isSimulated ? { simulated: true as const } : {}
      return app.container.get(TYPES.Handler).handle(fixtureDecider, stream, command, { ...context, ...more })
    }
    await predict(one, fixture.id, 6, 0)
    await ruling(6, true)
    await told(one)
    await ruling(5, false)
    await told(one)
    const mine = (await badgeEvents(app)).filter(({ data }) => (data as { userId: number }).userId === one.id)
    const marks = mine.map(({ type, data, metadata }) => {
      const { achievementId } = data as { achievementId: string }
      return [type, achievementId, metadata.simulated ?? false]
    })
    expect(marks).toEqual([
      ['AchievementUnlocked', 'first-whistle', false],
      ['AchievementUnlocked', 'first-success', true],
      ['AchievementUnlocked', 'goal-fest', true],
      ['AchievementUnlocked', 'score-predictor', true],
      ['AchievementRevoked', 'goal-fest', false],
      ['AchievementRevoked', 'score-predictor', false],
    ])
  })
})

describe('the check', () => {
  /**
   * Pauses the reactor as after a poison event. The node notices at its next check of the store, and no longer waits
   * for it.
   */
  async function pauseReactor(): Promise<void> {
    const { db } = app.container.get(TYPES.Database)
    await sql`update engine.reactors set paused_error = 'by the test', paused_position = checkpoint
      where name = ${ACHIEVEMENT_REACTOR}`.execute(db)
    const { projectionPaused } = app.container.get(TYPES.Metrics)
    await until('the node has noticed', async () => {
      const { values } = await projectionPaused.get()
      return values.some(({ labels, value }) => labels.projection === ACHIEVEMENT_REACTOR && value === 1)
    })
  }

  test('returns the unlock of a prediction and a result that were just stored', async () => {
    const one = await player('prompt')
    const expected = [['first-success', 'score-predictor'], ['deja-vu'], ['on-a-roll']]
    for (const [round, ids] of expected.entries()) {
      const fixture = takeFixture()
      await predict(one, fixture.id, 1, 0)
      expect(idsOf(await told(one))).toEqual(round === 0 ? ['first-whistle'] : [])
      await enter(admin, fixture.id, 1, 0)
      expect(idsOf(await told(one))).toEqual(expect.arrayContaining(ids))
    }
  })

  test('returns each unlock at most once, under five checks at once', async () => {
    const some = await players(app, ['claimer', 'claimer', 'claimer', 'claimer'])
    const fixture = takeFixture()
    for (const one of some) await predict(one, fixture.id, 2, 2)
    await enter(admin, fixture.id, 2, 2)
    const answers = await Promise.all(some.flatMap((one) => Array.from({ length: 5 }, () => told(one))))
    const unlockIds = answers.flat().map(({ unlockId }) => unlockId)
    expect(unlockIds).toHaveLength(4 * 3)
    expect(new Set(unlockIds).size).toBe(4 * 3)
    for (const one of some) expect(await told(one)).toEqual([])
  })

  test('responds within five seconds, with the available unlocks, while its reactor is paused', async () => {
    const [one, other] = (await players(app, ['patient', 'other'])) as [Player, Player]
    const engine = app.container.get(TYPES.Engine)
    await unlocked(app)
    await pauseReactor()
    try {
      await predict(other, takeFixture().id, 1, 0)
      await predict(one, takeFixture().id, 1, 0)
      for (let check = 0; check < 2; check++) {
        const began = performance.now()
        expect(await told(one)).toEqual([])
        expect(performance.now() - began).toBeLessThan(promised(5_500))
      }
    } finally {
      expect(await engine.retry(ACHIEVEMENT_REACTOR)).toBe(true)
    }
    await unlocked(app)
    expect(idsOf(await told(one))).toEqual(['first-whistle'])
  })

  test('returns an achievement that was lost and unlocked again while its reactor was paused', async () => {
    const one = await player('slow')
    const fixture = takeFixture()
    const engine = app.container.get(TYPES.Engine)
    await predict(one, fixture.id, 2, 1)
    await enter(admin, fixture.id, 2, 1)
    expect(idsOf(await told(one))).toContain('score-predictor')
    await unlocked(app)
    await pauseReactor()
    try {
      await predict(one, takeFixture().id, 1, 0)
      later()
      await enter(admin, fixture.id, 3, 1)
      later()
      await enter(admin, fixture.id, 2, 1)
    } finally {
      expect(await engine.retry(ACHIEVEMENT_REACTOR)).toBe(true)
    }
    await unlocked(app)
    expect(await unlockedOf(one)).toMatchObject({ 'score-predictor': isoNow() })
    expect((await bookedOf(one)).filter((entry) => entry.includes('Score Predictor'))).toEqual([
      '10 Score Predictor unlocked',
      expect.stringMatching(/^-10 Score Predictor taken back: The result of .+ was corrected$/),
      '10 Score Predictor unlocked',
    ])
    expect(idsOf(await told(one))).toEqual(['score-predictor'])
  })
})

describe('live', () => {
  interface Frame {
    readonly topic: string
  }

  async function listen(one: Player): Promise<readonly (Frame & { readonly heardAt: number })[]> {
    const options = { transports: ['websocket'], reconnection: false, forceNew: true }
    const socket = io(app.url, { ...options, extraHeaders: { cookie: one.cookie } })
    sockets.push(socket)
    const frames: (Frame & { heardAt: number })[] = []
    socket.on('change', (frame: Frame) => frames.push({ ...frame, heardAt: performance.now() }))
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', () => resolve())
      socket.once('connect_error', reject)
    })
    return frames
  }

  test('a player with an unlock or revocation is notified within a second of the result, and no other player', async () => {
    const [earner, loser, other] = (await players(app, ['earner', 'loser', 'other'])) as [Player, Player, Player]
    const fixture = takeFixture()
    await predict(earner, fixture.id, 4, 0)
    await predict(loser, fixture.id, 0, 4)
    await told(other)
    await unlocked(app)
    const [mine, theirs, others] = [await listen(earner), await listen(loser), await listen(other)]
    const heard = (frames: readonly Frame[]) => frames.filter(({ topic }) => topic === 'achievements')
    const began = performance.now()
    await enter(admin, fixture.id, 4, 0)
    await until('the earner hears', () => heard(mine).length > 0)
    const after = (heard(mine)[0] as (typeof mine)[number]).heardAt - began
    console.info(`heard ${Math.round(after)} ms after the result was sent`)
    expect(after).toBeLessThan(promised(1_000))
    expect(heard(theirs)).toEqual([])

    const before = heard(mine).length
    await enter(admin, fixture.id, 0, 4)
    await until('the loser hears', () => heard(theirs).length > 0 && heard(mine).length > before)
    await unlocked(app)
    expect(heard(others)).toEqual([])
  })
})

describe('counts', () => {
  test('of badges are in the user and in the leaderboard, and fall when a badge is revoked', async () => {
    const one = await player('counted')
    const fixture = takeFixture()
    const counts = async () => {
      await told(one)
      const { achievementCount } = await one.get('/api/user')
      const { me } = await one.get('/api/leaderboard')
      return [achievementCount, me.achievementCount]
    }
    await predict(one, fixture.id, 5, 0)
    expect(await counts()).toEqual([1, 1])
    await enter(admin, fixture.id, 5, 0)
    expect(await counts()).toEqual([4, 4])
    await enter(admin, fixture.id, 0, 5)
    expect(await counts()).toEqual([1, 1])
  })
})

describe('many at once', () => {
  test('a thousand unlocks by one result are all visible within a second of the result', async () => {
    const ids = Array.from({ length: 1_000 }, (_, index) => 2_000_000 + index)
    const fixture = takeFixture()
    await predictMany(app, ids, fixture.id, () => scoreOf(2, 1))
    await unlocked(app)
    const { pool } = app.container.get(TYPES.Database)
    const counted = async () => {
      const text = `select count(*)::int as count from read.achievements where achievement = any($1) and user_id = any($2)`
      const { rows } = await pool.query(text, [['first-success', 'score-predictor'], ids])
      return rows[0].count as number
    }
    expect(await counted()).toBe(0)
    const began = performance.now()
    await enter(admin, fixture.id, 2, 1)
    const answered = performance.now() - began
    await until('all have it', async () => (await counted()) === 2_000, 60_000)
    const took = performance.now() - began
    console.info(
      `2,000 unlocked of 1,000 players ${Math.round(took)} ms after the result was sent (answered after ${Math.round(answered)} ms)`,
    )
    expect(took).toBeLessThan(promised(1_000))
    await unlocked(app)
    expect(await counted()).toBe(2_000)
  })
})

describe('a deleted user', () => {
  test('leaves nothing in any table, and events after the deletion have no effect', async () => {
    const [gone, stays] = (await players(app, ['leaver', 'stayer'])) as [Player, Player]
    const [one, two] = [takeFixture(), takeFixture()]
    for (const each of [gone, stays]) {
      await leagueOf(each)
      for (const { id } of [one, two]) await predict(each, id, 1, 1)
    }
    await enter(admin, one.id, 1, 1)
    expect((await told(gone)).length).toBeGreaterThanOrEqual(4)
    const at = isoNow()
    const context = { actor: null, at, correlationId: 'leave', causationId: 'leave', source: 'command' } as const
    expect(await app.container.get(ACCOUNTS.Accounts).deleteUser(gone.id, context)).toMatchObject({ ok: true })
    await unlocked(app)
    // An unlock that was under way, and a result that would unlock more.
    const data = { userId: gone.id, name: 'Hat-Trick', season: 'demo', points: 20, earnedBy: 'late' }
    await app.container.get(TYPES.RawLog).append(
      `achievement-${gone.id}-hat-trick`,
      [
        {
          id: crypto.randomUUID(),
          type: 'AchievementUnlocked',
          data: { ...data, achievementId: 'hat-trick' },
          metadata: { $correlationId: 'l', $causationId: 'l', actor: null, version: 1, source: 'command', at },
        },
      ],
      'no_stream',
    )
    await enter(admin, two.id, 1, 1)
    expect(idsOf(await told(stays))).toContain('deja-vu')
    await unlocked(app)

    const { pool } = app.container.get(TYPES.Database)
    for (const view of ['achievements', 'achievement_counts', 'achievement_badges', 'achievement_cards', 'ledger']) {
      const { rows } = await pool.query(`select * from read.${view} where user_id = $1`, [gone.id])
      expect(rows, view).toEqual([])
    }
    const tellings = 'select count(*)::int as count from app.told_achievements where user_id = $1'
    expect((await pool.query(tellings, [gone.id])).rows).toEqual([{ count: 0 }])
    expect((await pool.query(tellings, [stays.id])).rows[0].count).toBeGreaterThan(4)
    const late = (await badgeEvents(app)).filter(({ data }) => (data as { userId: number }).userId === gone.id)
    const deletion = (await eventsOf(app, 'UserDeleted')).at(-1)!
    const log = app.container.get(TYPES.RawLog)
    expect(late.filter(({ position }) => log.compare(position, deletion.position) > 0)).toHaveLength(1)
    expect(await differences(app)).toEqual([])
  })
})

describe('two nodes', () => {
  test('while the history is folded for the first time the calls report that, and the rest of the game continues', async () => {
    const { pool } = app.container.get(TYPES.Database)
    const version = async (now: string) => {
      const text = `update engine.generations set version = ${now} where name = 'achievements' and state = 'live' returning version`
      return (await pool.query(text)).rows[0].version as number
    }
    const was = await version('version')
    // The leading node finds its tables missing within a second. Its new ones must not be complete before the calls.
    const holder = await pool.connect()
    await holder.query('begin; select pg_advisory_xact_lock(77)')
    await pool.query(`
      create function app.hold() returns trigger language plpgsql as $$ begin perform pg_advisory_xact_lock(77); return new; end $$;
      create trigger held before insert on engine.generations for each row execute function app.hold()`)
    await version('0')
    // The leading node has already served complete tables; this one sees those of a first start.
    const second = await startTestApp({ beside: app })
    try {
      const boss = await second.admin()
      for (const [method, path, body] of [
        ['GET', '/api/user/achievements'],
        ['POST', '/api/user/achievements/check'],
        ['POST', '/api/admin/achievements/retroactive', { dryRun: true }],
        ['POST', '/api/admin/achievements/retroactive', {}],
      ] as const) {
        const { status, body: problem, headers } = await boss.request(method, path, body)
        expect([path, status, headers.get('retry-after')]).toEqual([path, 503, '10'])
        expect(problem.detail).toBe('We’re adding up achievements for the first time. Check back in a few minutes.')
      }
      for (const path of ['/readyz', '/api/achievements', '/api/leaderboard', '/api/admin/achievements/retroactive'])
        expect([path, (await boss.request('GET', path)).status]).toEqual([path, 200])
      await predict((await players(second, ['early']))[0]!, takeFixture().id, 1, 0)
      await version(String(was))
      await until('they are there', async () => (await boss.request('GET', '/api/user/achievements')).status === 200)
      expect((await boss.request('POST', '/api/user/achievements/check')).status).toBe(200)
    } finally {
      await version(String(was))
      await holder.query('commit')
      holder.release()
      await pool.query('drop function app.hold cascade')
      await second.close()
    }
  })

  test('either responds to check and lists; each badge is shown once across both; if the leader stops, the other continues', async () => {
    const second = await startTestApp({ beside: app })
    try {
      const some = await players(app, ['wanderer', 'wanderer', 'wanderer'])
      const viaSecond = (one: Player): Player => {
        const client = second.client()
        const call: Player['call'] = (method, path, body) => client.request(method, path, body, { cookie: one.cookie })
        return { ...one, call, get: async (path) => (await call('GET', path)).body }
      }
      const [one, two] = [takeFixture(), takeFixture()]
      for (const each of some) for (const { id } of [one, two]) await predict(viaSecond(each), id, 0, 1)
      await enter(admin, one.id, 0, 1)
      const answers = await Promise.all(
        some.flatMap((each) => [each, viaSecond(each), each, viaSecond(each), viaSecond(each)].map(told)),
      )
      expect(
        answers
          .flat()
          .map(({ achievementId }) => achievementId)
          .sort(),
      ).toEqual(['first-success', 'first-whistle', 'score-predictor'].flatMap((id) => [id, id, id]))
      expect(new Set(answers.flat().map(({ unlockId }) => unlockId)).size).toBe(9)
      for (const each of some) expect(await unlockedOf(viaSecond(each))).toEqual(await unlockedOf(each))

      const leading = app.container.get(TYPES.Engine).isLeader() ? app : second
      const other = leading === app ? second : app
      // The result is stored; the leading node stops before more than a part is processed.
      const entered = enter(admin, two.id, 0, 1)
      await leading.container.get(TYPES.Engine).stop()
      await entered
      const engine = other.container.get(TYPES.Engine)
      await until('the other leads', () => engine.isLeader(), 60_000)
      await unlocked(other)
      const viaOther = other === app ? (each: Player) => each : viaSecond
      for (const each of some) {
        expect(Object.keys(await unlockedOf(viaOther(each)))).toContain('deja-vu')
        expect(idsOf(await told(viaOther(each)))).toEqual(['deja-vu'])
      }
      expect(await differences(other)).toEqual([])
    } finally {
      await second.close()
    }
  })
})
