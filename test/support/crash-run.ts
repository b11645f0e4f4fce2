import { readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { audit, faultsOf } from './audit.ts'
import type { TestClient } from './client.ts'
import { auditedLog, eventStoreSettings, killEventStore, startEventStore } from './event-store.ts'
import { lostOf, startLoad } from './load.ts'
import {
  administrator,
  embeddedPostmaster,
  freePort,
  killEmbeddedPostgres,
  type ProcessApp,
  registered,
  removeFolder,
  startProcess,
  stopLeftPostgres,
  temporaryFolder,
  untilReady,
} from './process-app.ts'
import { until } from './projections.ts'
import { promised } from './promised.ts'

/**
 * The process that kill -9 ends. It is the app (restarted at once), the embedded Postgres (restarted by the app), both
 * at once, or a real EventStoreDB (restarted by the command of the environment). With `postgres-restart`, Postgres is
 * stopped as an operator would do it.
 */
export type Victim = 'app' | 'postgres' | 'both' | 'postgres-restart' | 'event-store'

interface CrashRunOptions {
  readonly victims: readonly Victim[]
  readonly players: number
  /** Milliseconds of load before each kill, drawn from this range. */
  readonly between: readonly [least: number, most: number]
}

/** From kill to ready, including the start of a process and Postgres (docs/rules.md R62). */
const READY_WITHIN_MS = 5_000

/**
 * kill -9 under a load of picks and results. Every acknowledged write exists once, as acknowledged. The log has no gaps
 * and no duplicates. Read tables equal a fold from zero, and the ledger equals the boards. Returns the times to
 * readiness, in ms.
 */
export async function crashRun({ victims, players: count, between }: CrashRunOptions) {
  const dataDir = temporaryFolder()
  const env = eventStoreSettings()
  const port = await freePort()
  let app: ProcessApp | undefined
  try {
    app = await startProcess({ dataDir, port, env })
    await untilReady(app.url)
    const { url } = app
    const admin = await administrator(url)
    const players: TestClient[] = []
    for (let index = 0; index < count; index++) players.push(await registered(url, `crash_${index}`))
    const open = ((await players[0]!.get('/api/fixtures')) as { id: number; isOpen: boolean }[])
      .filter((fixture) => fixture.isOpen)
      .map((fixture) => fixture.id)
    const databaseUrl = () => app!.databaseUrl
    const load = startLoad({ players, admin, fixtures: open.slice(0, 60), settled: open.slice(0, 5), databaseUrl })
    const readyMs: { victim: Victim; ms: number }[] = []
    for (const victim of victims) {
      await sleep(between[0] + Math.random() * (between[1] - between[0]))
      await until('the load runs', () => load.commands > 50, 60_000)
      const killed = performance.now()
      if (victim === 'event-store') {
        await killEventStore()
        await startEventStore()
      }
      if (victim === 'postgres' || victim === 'both') killEmbeddedPostgres(dataDir)
      if (victim === 'postgres-restart') process.kill(embeddedPostmaster(dataDir), 'SIGINT')
      if (victim === 'app' || victim === 'both') {
        await app.end('SIGKILL')
        app = await startProcess({ dataDir, port, env })
      } else {
        // Readiness is measured once a second for all callers, so a value from before the kill has to expire first.
        await sleep(1_050)
      }
      await untilReady(url)
      readyMs.push({ victim, ms: Math.round(performance.now() - killed) })
    }
    await until('matches are settled and corrected', () => load.settlements > 8, 60_000)
    const report = await load.stop()
    expect(report.faults).toEqual([])
    const masterKey = Buffer.from(readFileSync(path.join(dataDir, 'master.key'), 'utf8'), 'base64')
    const audited = await audit({ databaseUrl: app.databaseUrl, masterKey, ...auditedLog(env) })
    expect(faultsOf(audited)).toEqual([])
    // The audit has waited until everything in the log is visible.
    expect(await lostOf(players, report)).toEqual([])
    expect(audited.ledger.length).toBeGreaterThan(0)
    expect(await app.end('SIGTERM')).toEqual({ code: 0, signal: null })
    console.info(
      `ready after ${readyMs.map(({ victim, ms }) => `${victim} ${ms}`).join(', ')} ms; load ${loadavg()[0]}`,
    )
    for (const { victim, ms } of readyMs)
      expect(ms, `ready after kill -9 of ${victim}`).toBeLessThan(promised(READY_WITHIN_MS))
    return {
      readyMs,
      commands: load.commands,
      answers: Object.fromEntries(report.answers),
      events: audited.events.length,
    }
  } catch (error) {
    console.error(app?.output().slice(-4_000))
    throw error
  } finally {
    if (app?.isRunning()) await app.end('SIGKILL')
    await stopLeftPostgres(dataDir)
    removeFolder(dataDir)
  }
}
