import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ACHIEVEMENTS } from '../../src/areas/achievements/area.ts'
import { catalogue } from '../../src/areas/achievements/catalogue.ts'
import { TYPES } from '../../src/identifiers.ts'
import type { RecordedEvent } from '../../src/kernel/event.ts'
import { type SimulatedAchievements, simulatedAchievements } from '../support/achievement-season.ts'
import {
  badgeEvents,
  badgesOf,
  differences,
  eventsOf,
  liveTables,
  rebuildAll,
  retroactive,
  unlocked,
} from '../support/achievements.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import type { TestClient } from '../support/client.ts'
import { realSeason } from '../support/fixtures-app.ts'
import { naiveAchievements } from '../support/naive-achievements.ts'

const season = realSeason('2024-25')

/** Every rule of the game again under another id: a replay has to find the same unlocks as live processing. */
const again = catalogue.map((entry) => ({ ...entry, id: `${entry.id}-again`, name: `${entry.name} again` }))

describe.skipIf(season === null)('achievements through the real season 2024-25, by simulation', () => {
  let game: SimulatedAchievements
  let next: TestApp | undefined
  let events: readonly RecordedEvent[]
  /** `player achievement time`, calculated with plain arrays. */
  let expected: readonly string[]

  beforeAll(async () => {
    const began = performance.now()
    game = await simulatedAchievements({ season: season!, players: 9, seed: 5 })
    const played = performance.now()
    events = await eventsOf(game)
    expected = [...naiveAchievements(events)]
      .flatMap(([userId, badges]) => [...badges].map(([id, { at }]) => `${userId} ${id} ${at}`))
      .sort()
    console.info(
      `played in ${Math.round(played - began)} ms; ${events.length} events in plain arrays: ${Math.round(performance.now() - played)} ms`,
    )
  }, 480_000)
  afterAll(async () => {
    await next?.close()
    await game?.close()
  })

  /** Unlocks visible to readers, with achievement ids of this ending. */
  async function shown(ending = ''): Promise<readonly string[]> {
    // Each node reads the tables of its own version.
    const { pool } = (next ?? game).container.get(TYPES.Database)
    const { rows } = await pool.query<{ user_id: number; achievement: string; unlocked_at: string }>(
      'select user_id, achievement, unlocked_at from read.achievements',
    )
    return rows
      .filter(({ achievement }) => achievement.endsWith('-again') === (ending === '-again'))
      .map(({ user_id, achievement, unlocked_at }) => `${user_id} ${achievement.replace('-again', '')} ${unlocked_at}`)
      .sort()
  }

  test('give every player exactly the badges, with their dates, that plain arrays give', async () => {
    expect(await shown()).toEqual(expected)
    // The season is long enough: nearly every kind of rule occurs, and some badges were revoked.
    expect(new Set(expected.map((badge) => badge.split(' ')[1])).size).toBeGreaterThan(25)
    expect(events.filter(({ type }) => type === 'AchievementRevoked').length).toBeGreaterThan(5)
  })

  test('are in the log once each; a deleted player has none that others see', async () => {
    const erased = events.flatMap(({ type, data }) =>
      type === 'UserDeleted' ? (data as { userId: number }).userId : [],
    )
    expect(erased).toHaveLength(1)
    const inLog = [...badgesOf(events)].map(([badge, at]) => `${badge} ${at}`)
    expect(inLog.filter((badge) => !badge.startsWith(`${erased[0]} `)).sort()).toEqual(expected)
    expect(inLog.length).toBeGreaterThan(expected.length)
    const { pool } = game.container.get(TYPES.Database)
    const { rows } = await pool.query('select * from read.achievement_badges where user_id = any($1)', [erased])
    expect(rows).toEqual([])
  })

  test('are in the ledger once each, and the ledger adds up to the totals', async () => {
    const { pool } = game.container.get(TYPES.Database)
    const sums = async (text: string) => (await pool.query<{ user_id: number; points: number }>(text)).rows
    expect(
      await sums(
        "select user_id, sum(points)::int as points from read.ledger where type = 'achievement' group by 1 order by 1",
      ),
    ).toEqual(
      (await sums('select user_id, sum(points)::int as points from read.achievements group by 1 order by 1')).filter(
        ({ points }) => points !== 0,
      ),
    )
    expect(await sums('select user_id, sum(points)::int as points from read.ledger group by 1 order by 1')).toEqual(
      await sums('select user_id, sum(points)::int as points from read.totals group by 1 order by 1'),
    )
  })

  test('a rebuild of everything and a second retroactive run change nothing', async () => {
    const before = await liveTables(game)
    await rebuildAll(game)
    expect(await liveTables(game)).toEqual(before)
    const context = {
      actor: null,
      at: '2025-06-01T12:00:00.000Z',
      correlationId: 'r',
      causationId: 'r',
      source: 'command',
    }
    const run = await game.container
      .get(ACHIEVEMENTS.Retroactive)
      .run(null, { ...context, source: 'command' }, { waitMs: 30_000 })
    expect(run).toMatchObject({ state: 'completed', totalUnlocked: 0, usersAffected: 0, results: [] })
    await unlocked(game)
    // The only differences are that the run was ordered, and that an administrator ordered it.
    const { 'achievements.orders': orders, 'administration.acts': acts, ...tables } = await liveTables(game)
    const { 'achievements.orders': none, 'administration.acts': rulings, ...others } = before
    expect([none!.length, orders!.length, acts!.length - rulings!.length]).toEqual([0, 1, 1])
    expect(tables).toEqual(others)
    const types = (await eventsOf(game)).slice(events.length).map(({ type }) => type)
    expect(types).toEqual(['RetroactiveUnlocksOrdered'])
    expect(await differences(game)).toEqual([])
  })

  describe('rules that are added after the season', () => {
    let admin: TestClient
    const numbers = (of: readonly string[]) => {
      const ids = of.map((badge) => badge.split(' ')[1]!)
      return Object.fromEntries(
        [...new Set(ids)].map((id) => [`${id}-again`, ids.filter((each) => each === id).length]),
      )
    }

    beforeAll(async () => {
      await game.stop()
      next = await startTestApp({ beside: game, env: { FIXTURES: season! }, catalogue: [...catalogue, ...again] })
      admin = await next.admin()
    })

    test('are held back, and a dry run lists the unlocks', async () => {
      await unlocked(next!)
      expect(await shown('-again')).toEqual([])
      const players = new Set(expected.map((badge) => badge.split(' ')[0]))
      expect(await admin.get('/api/admin/achievements/retroactive')).toMatchObject({
        folding: null,
        waiting: { achievements: expected.length, users: players.size },
      })
      const before = (await eventsOf(next!)).length
      const report = await retroactive(admin, { dryRun: true })
      expect(report).toMatchObject({
        dryRun: true,
        state: 'completed',
        totalUnlocked: expected.length,
        usersAffected: players.size,
      })
      expect(
        Object.fromEntries(report.achievements.map(({ achievementId, players }) => [achievementId, players])),
      ).toEqual(numbers(expected))
      const would = report.results.flatMap(({ userId, achievements }) =>
        achievements.map(
          ({ achievementId, earnedAt }) => `${userId} ${achievementId.replace('-again', '')} ${earnedAt}`,
        ),
      )
      expect(would.sort()).toEqual(expected)
      expect(report.results.map(({ unlockedCount }) => unlockedCount)).toEqual(
        report.results.map(({ unlockedCount }) => unlockedCount).sort((a, b) => b - a),
      )
      expect((await eventsOf(next!)).length).toBe(before)
      expect(await shown('-again')).toEqual([])
    })

    test('are unlocked by the run with the dates they were earned on, a named one alone', async () => {
      const of = (id: string) => expected.filter((badge) => badge.split(' ')[1] === id)
      const one = await retroactive(admin, { only: 'streak-master-again' })
      expect(one).toMatchObject({ state: 'completed', totalUnlocked: of('streak-master').length })
      await unlocked(next!)
      expect(await shown('-again')).toEqual(of('streak-master'))
      const rest = await retroactive(admin)
      expect(rest).toMatchObject({ totalUnlocked: expected.length - of('streak-master').length })
      await unlocked(next!)
      expect(await shown('-again')).toEqual(expected)
      expect(await shown()).toEqual(expected)
    })

    test('once: a second run unlocks nothing', async () => {
      const before = await badgeEvents(next!)
      expect(await retroactive(admin)).toMatchObject({ state: 'completed', totalUnlocked: 0, usersAffected: 0 })
      await unlocked(next!)
      const after = await badgeEvents(next!)
      expect(after.length).toBe(before.length)
      badgesOf(after)
      expect(await differences(next!)).toEqual([])
    })
  })
})
