import { expect } from 'vitest'
import { catalogue } from '../../src/areas/achievements/catalogue.ts'
import { openDatabase } from '../../src/database/database.ts'
import { badgesOf, enter, openFixtures, predictMany, scoreOf, unlocked } from './achievements.ts'
import { startTestApp } from './app.ts'
import { audit, faultsOf } from './audit.ts'
import type { TestClient } from './client.ts'
import { auditedLog, eventStoreUrl } from './event-store.ts'
import {
  administrator,
  freePort,
  type ProcessApp,
  removeFolder,
  startProcess,
  temporaryFolder,
  untilReady,
} from './process-app.ts'
import { until } from './projections.ts'

const path = '/api/admin/achievements/retroactive'
const FIRST_PLAYER = 3_000_000

interface AchievementCrashOptions {
  readonly players: number
  /**
   * How many times kill -9 interrupts the retroactive run, and each of a result, its correction and the second
   * correction.
   */
  readonly kills: number
}

/**
 * Players who earned three achievements before these were in the catalogue get them by a retroactive run. A fourth
 * comes from a result that is corrected and corrected back. kill -9 interrupts each of these. No badge is unlocked or
 * revoked twice, none is missing, and the ledger is their sum. Returns how many had been unlocked or revoked at each
 * kill.
 */
export async function achievementCrash({ players: count, kills }: AchievementCrashOptions): Promise<number[]> {
  const before = await startTestApp({ at: new Date().toISOString(), catalogue: [] })
  const dataDir = temporaryFolder()
  const { databaseUrl, masterKey, prefix } = before
  const env = {
    DATABASE_URL: databaseUrl,
    MASTER_KEY: masterKey.toString('base64'),
    ...(eventStoreUrl ? { EVENTSTORE_URL: eventStoreUrl, EVENTSTORE_PREFIX: prefix } : {}),
  }
  const database = openDatabase(databaseUrl)
  const players = Array.from({ length: count }, (_, index) => FIRST_PLAYER + index)
  const port = await freePort()
  let app: ProcessApp | undefined
  try {
    const [one, two] = (await openFixtures(before, await before.admin())).map(({ id }) => id) as [number, number]
    for (const [fixtureId, home, away] of [[one, 2, 1] as const, [two, 1, 0] as const])
      await predictMany(before, players, fixtureId, () => scoreOf(home, away))
    await enter(await before.admin(), one, 2, 1)
    await unlocked(before)
    await before.stop()

    const has = async (...achievements: string[]): Promise<number> => {
      const { rows } = await database.pool.query<{ count: number }>(
        'select count(*)::int as count from read.achievements where achievement = any($1) and user_id >= $2',
        [achievements, FIRST_PLAYER],
      )
      return rows[0]!.count
    }
    const start = async (): Promise<TestClient> => {
      app = await startProcess({ dataDir, port, env })
      await untilReady(app.url)
      return administrator(app.url)
    }
    const seen: number[] = []
    /** Waits for some progress, then kills the app and starts it again. */
    async function killAfter(step: number, progress: () => Promise<number>): Promise<TestClient> {
      const from = await progress()
      await until('it is on its way', async () => (await progress()) >= from + step, 120_000)
      await app!.end('SIGKILL')
      seen.push(await progress())
      return start()
    }

    const earned = ['first-whistle', 'first-success', 'score-predictor']
    let admin = await start()
    await until('all of it waits', async () => (await admin.get(path)).waiting.achievements === 3 * count, 120_000)
    const running = admin.post(path).catch(() => null)
    for (let kill = 0; kill < kills; kill++) {
      // The run resumes while the app starts: on a fast machine it may be almost over by then.
      if ((await has(...earned)) > 2 * count) break
      admin = await killAfter(Math.floor(count / 4), () => has(...earned))
      const { run, waiting } = await admin.get(path)
      expect(run).toMatchObject({ only: null, total: 3 * count, users: count })
      expect(run.done).toBeGreaterThanOrEqual(seen.at(-1)!)
      expect(waiting).toEqual({ achievements: 0, users: 0 })
    }
    await running
    await until('the run is over', async () => (await admin.get(path)).run.state === 'completed', 120_000)
    expect(await has(...earned)).toBe(3 * count)
    expect(await admin.post(path)).toMatchObject({ status: 200, body: { totalUnlocked: 0, state: 'completed' } })

    // In turn: a second exact score in a row, no second one, and a second one again.
    for (const [home, expected] of [
      [1, count],
      [0, 0],
      [1, count],
    ] as const) {
      const entered = enter(admin, two, home, 0).catch(() => null)
      const moved = async () => (expected === 0 ? count - (await has('deja-vu')) : has('deja-vu'))
      for (let kill = 0; kill < kills; kill++) {
        if ((await moved()) > count / 2) break
        admin = await killAfter(1, moved)
      }
      await entered
      // No response arrived; sending the same command again changes nothing.
      await enter(admin, two, home, 0)
      await until('all is said', async () => (await moved()) === count, 120_000)
      // The check responds once every event in the log has been processed.
      expect((await admin.post('/api/user/achievements/check')).status).toBe(200)
      expect(await has('deja-vu')).toBe(expected)
    }
    expect(await has(...earned)).toBe(3 * count)

    const audited = await audit({ databaseUrl, masterKey, ...auditedLog(env) })
    expect(faultsOf(audited)).toEqual([])
    const badges = [...badgesOf(audited.events).keys()].map((badge) => badge.split(' ') as [string, string])
    expect(badges.filter(([userId]) => Number(userId) >= FIRST_PLAYER)).toHaveLength(4 * count)
    const pointsOf = new Map(catalogue.map(({ id, points }) => [id, points]))
    const booked = await database.pool.query<{ points: number }>(
      `select coalesce(sum(points), 0)::int as points from read.ledger where type = 'achievement' and user_id >= $1`,
      [FIRST_PLAYER],
    )
    expect(booked.rows[0]!.points).toBe(
      count * [...earned, 'deja-vu'].reduce((sum, id) => sum + (pointsOf.get(id) ?? 0), 0),
    )
    expect(await app!.end('SIGTERM')).toEqual({ code: 0, signal: null })
    return seen
  } catch (error) {
    console.error(app?.output().slice(-4_000))
    throw error
  } finally {
    if (app?.isRunning()) await app.end('SIGKILL')
    await database.close()
    await before.close()
    removeFolder(dataDir)
  }
}
