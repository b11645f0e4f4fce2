import { expect } from 'vitest'
import type { NewAchievement, RetroactiveReport, UserAchievement } from '../../src/areas/achievements/contract.ts'
import { ACHIEVEMENT_REACTOR } from '../../src/areas/achievements/reactor.ts'
import type { LedgerEntry } from '../../src/areas/boards/contract.ts'
import { PREDICTIONS } from '../../src/areas/predictions/area.ts'
import type { Pick as Prediction } from '../../src/areas/predictions/events.ts'
import { TYPES } from '../../src/identifiers.ts'
import type { CommandContext } from '../../src/kernel/command-handler.ts'
import type { RecordedEvent } from '../../src/kernel/event.ts'
import type { TestApp } from './app.ts'
import type { TestClient } from './client.ts'
import type { Player } from './leagues.ts'
import { until } from './projections.ts'

export type Running = Pick<TestApp, 'container' | 'settled' | 'clock'>

export interface OpenFixture {
  readonly id: number
  readonly gameweek: number
  readonly status: string
  readonly kickoffTime: string
  readonly homeTeam: { readonly shortName: string }
  readonly awayTeam: { readonly shortName: string }
}

/** Matches that are open for predictions for some time yet, by kickoff. */
export async function openFixtures(app: Pick<TestApp, 'clock'>, reader: Pick<Player, 'get'>): Promise<OpenFixture[]> {
  const fixtures: OpenFixture[] = await reader.get('/api/fixtures')
  return fixtures
    .filter(
      ({ status, kickoffTime }) => status === 'SCHEDULED' && Date.parse(kickoffTime) > app.clock.now() + 8 * 86_400_000,
    )
    .sort((a, b) => a.kickoffTime.localeCompare(b.kickoffTime) || a.id - b.id)
}

export const scoreOf = (home: number, away: number): Prediction => ({
  result: home > away ? 'home' : home < away ? 'away' : 'draw',
  score: { home, away },
})

export async function predict(player: Player, fixtureId: number, home: number, away: number): Promise<void> {
  const { status, body } = await player.call('POST', '/api/predictions', {
    fixtureId,
    predictedResult: scoreOf(home, away).result,
    predictedHomeScore: home,
    predictedAwayScore: away,
  })
  if (status !== 201) throw new Error(`prediction of ${fixtureId}: ${status} ${body.detail}`)
}

/** The same pick by many user ids, without HTTP. The users need no accounts. */
export async function predictMany(
  app: Running,
  userIds: readonly number[],
  fixtureId: number,
  pickOf: (userId: number) => Prediction,
): Promise<void> {
  const at = new Date(app.clock.now()).toISOString()
  const context = { at, correlationId: 'crowd', causationId: 'crowd', source: 'command' } as const
  const saved = await app.container.get(PREDICTIONS.Predictions).saveMany(
    userIds.map((userId) => ({
      userId,
      fixtureId,
      pick: pickOf(userId),
      context: { ...context, actor: userId } satisfies CommandContext,
    })),
  )
  const refused = saved.find(({ ok }) => !ok)
  if (refused) throw new Error(`prediction: ${JSON.stringify(refused)}`)
}

/** Enters a result as an administrator. */
export async function enter(admin: TestClient, fixtureId: number, home: number, away: number): Promise<void> {
  const path = `/api/admin/fixtures/${fixtureId}/result`
  const { status, body } = await admin.post(path, { homeScore: home, awayScore: away, reason: 'Seen on the pitch' })
  if (status !== 200) throw new Error(`result of ${fixtureId}: ${status} ${body.detail}`)
}

/** The player's unlocks that have not been shown yet. */
export async function told(player: Player): Promise<readonly NewAchievement[]> {
  const { status, body } = await player.call('POST', '/api/user/achievements/check')
  expect(status).toBe(200)
  return body.achievements
}

export const idsOf = (achievements: readonly { readonly achievementId: string }[]): string[] =>
  achievements.map(({ achievementId }) => achievementId)

/** Ids of the player's achievements, each with the time it was unlocked. */
export async function unlockedOf(player: Player): Promise<Record<string, string>> {
  const all: UserAchievement[] = await player.get('/api/user/achievements')
  return Object.fromEntries(all.flatMap(({ id, isUnlocked, unlockedAt }) => (isUnlocked ? [[id, unlockedAt!]] : [])))
}

/** The ledger without matches, oldest first. Also asserts that the whole ledger adds up to the player's points. */
export async function bookedOf(player: Player): Promise<readonly string[]> {
  const ledger: LedgerEntry[] = await player.get('/api/user/points')
  const { totalPoints } = await player.get('/api/user')
  expect(ledger.reduce((sum, { points }) => sum + points, 0)).toBe(totalPoints)
  return ledger
    .filter(({ type }) => type !== 'match')
    .map(({ points, reason }) => `${points} ${reason}`)
    .reverse()
}

/** Orders a retroactive run; sends no body if none is passed. */
export async function retroactive(admin: TestClient, body?: object): Promise<RetroactiveReport> {
  const answer = await admin.post('/api/admin/achievements/retroactive', body)
  expect([answer.status, answer.status === 200 ? '' : answer.body]).toEqual([200, ''])
  return answer.body
}

/** Waits until everything in the log is projected, and every resulting unlock or revocation is appended. */
export const unlocked = (app: Running, withinMs?: number): Promise<void> =>
  answered(app, ['settled-gameweeks', ACHIEVEMENT_REACTOR], withinMs)

/** Waits until everything in the log is projected and processed by these reactors, their own events included. */
async function answered(app: Running, reactors: readonly string[], withinMs = 30_000): Promise<void> {
  const engine = app.container.get(TYPES.Engine)
  const log = app.container.get(TYPES.RawLog)
  for (let head = await log.head(); ; head = await log.head()) {
    engine.nudge()
    // While another catalogue's tables are being built, the reactor is paused and does not block the wait.
    for (const name of reactors)
      await until(`${name} answers`, () => engine.waitForReactor(name, head, 1_000), withinMs)
    await app.settled()
    if ((await log.head()) === head) return
  }
}

/** The same for all reactors: afterwards, only the passing of time can cause another event. */
export async function allAnswered(app: Running): Promise<void> {
  const { projections } = await app.container.get(TYPES.Engine).status()
  const reactors = projections.filter(({ kind }) => kind === 'reactor').map(({ name }) => name)
  await answered(app, reactors, 60_000)
}

/** All events of the log, or those of some types. */
export async function eventsOf(app: Pick<TestApp, 'container'>, ...types: readonly string[]): Promise<RecordedEvent[]> {
  const log = app.container.get(TYPES.RawLog)
  const events: RecordedEvent[] = []
  let after: RecordedEvent['position'] | null = null
  for (;;) {
    const page = await log.readAll(after, types.length > 0 ? { types } : {}, 5_000)
    events.push(...page.events)
    if (page.end) return events
    after = page.next
  }
}

/** Unlocks and revocations, in the order of the log. */
export const badgeEvents = (app: Pick<TestApp, 'container'>) =>
  eventsOf(app, 'AchievementUnlocked', 'AchievementRevoked')

/**
 * The badges of players according to the log, as `user achievement`, with the time. Throws if one is unlocked or
 * revoked twice.
 */
export function badgesOf(events: readonly RecordedEvent[]): ReadonlyMap<string, string> {
  const badges = new Map<string, string>()
  for (const { type, data, metadata } of events) {
    if (type !== 'AchievementUnlocked' && type !== 'AchievementRevoked') continue
    const { userId, achievementId } = data as { userId: number; achievementId: string }
    const badge = `${userId} ${achievementId}`
    if (badges.has(badge) === (type === 'AchievementUnlocked')) throw new Error(`${type} twice: ${badge}`)
    if (type === 'AchievementUnlocked') badges.set(badge, metadata.at)
    else badges.delete(badge)
  }
  return badges
}

/** Every row of every table of the live generations as sorted text, by group and table. */
export async function liveTables(app: Pick<TestApp, 'container'>): Promise<Record<string, readonly string[]>> {
  const { pool } = app.container.get(TYPES.Database)
  const { rows } = await pool.query<{ group: string; schema: string; name: string }>(
    `select g.name as group, t.table_schema as schema, t.table_name as name from information_schema.tables t
     join engine.generations g on g.state = 'live' and t.table_schema = g.name || '_g' || g.generation order by 1, 3`,
  )
  const tables: Record<string, readonly string[]> = {}
  for (const { group, schema, name } of rows) {
    const found = await pool.query<{ row: string }>(`select t::text as row from ${schema}.${name} t order by 1`)
    tables[`${group}.${name}`] = found.rows.map(({ row }) => row)
  }
  return tables
}

/** Rebuilds every read model from the log. */
export async function rebuildAll(app: Pick<TestApp, 'container'>): Promise<void> {
  const engine = app.container.get(TYPES.Engine)
  const { projections } = await engine.status()
  for (const { name, kind } of projections) if (kind === 'group') await engine.rebuild(name)
}

/** Tables whose rows differ from a fold of the log: of all groups, or of the named ones. */
export async function differences(
  app: Pick<TestApp, 'container'>,
  groups?: readonly string[],
): Promise<readonly string[]> {
  const verifications = await app.container.get(TYPES.Engine).verify(groups)
  return verifications.flatMap(({ name, tables }) =>
    tables.filter(({ differences: count }) => count > 0).map(({ table }) => `${name}.${table}`),
  )
}
