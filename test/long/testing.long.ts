import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { Competition } from '../../src/areas/competitions/contract.ts'
import type { TestFixture, TestProgress } from '../../src/areas/testing/contract.ts'
import { openDatabase } from '../../src/database/database.ts'
import { TYPES } from '../../src/identifiers.ts'
import { allAnswered, differences } from '../support/achievements.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { bareEnvironment } from '../support/bare-environment.ts'
import { createClient, type TestClient } from '../support/client.ts'
import {
  freePort,
  PROCESS_ADMIN,
  type ProcessApp,
  removeFolder,
  startProcess,
  stopLeftPostgres,
  temporaryFolder,
  untilReady,
} from '../support/process-app.ts'
import { until } from '../support/projections.ts'
import { differencesOf, ran, rowsOfOthers } from '../support/testing.ts'

const GAMEWEEKS = 10
const PLAYERS = 12
/** A timeout for hanging runs, not a promise. */
const LONG_MS = 1_200_000
/** How often the server is killed during a purge. */
const KILLS = 4

const databaseOf = (app: TestApp) => app.container.get(TYPES.Database)
const gameweekNow = async (client: TestClient): Promise<number> =>
  (await client.get('/api/fixtures/current'))[0].gameweek
const fixturesOf = (client: TestClient, gameweek: number): Promise<TestFixture[]> =>
  client.get(`/api/fixtures?gameweek=${gameweek}`)

/** The picks of a player by number for a gameweek, the same in every game. */
async function predictAll(player: TestClient, number: number, gameweek: number): Promise<void> {
  const open = (await fixturesOf(player, gameweek)).filter(({ isOpen }) => isOpen)
  const predictions = open.map(({ id }, index) => {
    const [home, away] = [(index + number) % 4, (index * 2 + number) % 3]
    const predictedResult = home > away ? 'home' : home < away ? 'away' : 'draw'
    return { fixtureId: id, predictedResult, predictedHomeScore: home, predictedAwayScore: away }
  })
  expect((await player.put(`/api/predictions/gameweek/${gameweek}`, { predictions })).status).toBe(200)
}

/** Players with picks for all future matches, in competitions and a league. */
async function populated(app: TestApp): Promise<{ readonly players: TestClient[]; readonly gameweek: number }> {
  const players: TestClient[] = []
  for (let number = 1; number <= PLAYERS; number++) players.push(await app.player(`player${number}`))
  const gameweek = await gameweekNow(players[0]!)
  const competitions: Competition[] = await players[0]!.get('/api/competitions')
  const { body: league } = await players[0]!.post('/api/leagues', { name: 'The real one', type: 'public' })
  for (const [index, player] of players.entries()) {
    for (const { id, status } of competitions) if (status !== 'ended') await player.post(`/api/competitions/${id}/join`)
    if (index > 0) await player.post(`/api/leagues/${league.id}/join`)
    for (let of = gameweek; of < gameweek + GAMEWEEKS; of++) await predictAll(player, index, of)
  }
  return { players, gameweek }
}

test(
  'R166 ten gameweeks with 50 test users and a cleanup leave real players as they were',
  async () => {
    const app = await startTestApp()
    try {
      const admin = await app.admin()
      await populated(app)
      await allAnswered(app)
      const before = await rowsOfOthers(databaseOf(app))
      await ran(admin, 'POST', 'generate', { gameweeks: 2, users: 50 })
      const began = performance.now()
      const run = await ran(admin, 'POST', 'full-simulation', { gameweeks: GAMEWEEKS, users: 50, seed: 7 })
      console.log(`${run.message}, in ${Math.round(performance.now() - began)} ms`)
      expect(run.gameweeks).toHaveLength(GAMEWEEKS)
      const users: { id: number }[] = await admin.get('/api/test/users')
      expect(users).toHaveLength(50)
      const clearing = performance.now()
      await ran(admin, 'DELETE', 'cleanup')
      console.log(`cleaned up in ${Math.round(performance.now() - clearing)} ms`)
      await allAnswered(app)
      const ids = users.map(({ id }) => id)
      const after = differencesOf(before, await rowsOfOthers(databaseOf(app), ids))
      // Messages of test users are deleted; each leaves its number, as for all deleted users.
      const theirs = /^\(\d+,league,\d+,,,/
      for (const [view, { gone, come }] of Object.entries(after))
        expect([view, gone, come.filter((row) => !theirs.test(row))]).toEqual([view, [], []])
      expect(await differences(app)).toEqual([])
    } finally {
      await app.close()
    }
  },
  LONG_MS,
)

test(
  'R167 real players have what they would have where nothing was simulated, with what they did meanwhile',
  async () => {
    const [app, control] = await Promise.all([startTestApp(), startTestApp()])
    try {
      /** More picks, and a league that a player joins. */
      const meanwhile = async (players: readonly TestClient[], gameweek: number): Promise<void> => {
        await predictAll(players[0]!, 0, gameweek + GAMEWEEKS)
        const { body: league } = await players[1]!.post('/api/leagues', { name: 'The new one', type: 'public' })
        expect((await players[2]!.post(`/api/leagues/${league.id}/join`)).status).toBe(200)
      }
      /** Two gameweeks with real results. */
      const goOn = async (game: TestApp, gameweek: number): Promise<void> => {
        const admin = await game.admin()
        for (const of of [gameweek, gameweek + 1])
          for (const [index, { id, status }] of (await fixturesOf(admin, of)).entries()) {
            if (status === 'CANCELLED') continue
            const body = { homeScore: (index * 3) % 4, awayScore: (index * 2) % 3, reason: 'Played' }
            expect((await admin.post(`/api/admin/fixtures/${id}/result`, body)).status).toBe(200)
          }
        await allAnswered(game)
      }
      const admin = await app.admin()
      const real = await populated(app)
      await allAnswered(app)
      await ran(admin, 'POST', 'full-simulation', { gameweeks: 4, users: 10, seed: 3 })
      await meanwhile(real.players, real.gameweek)
      await ran(admin, 'DELETE', 'cleanup')
      await goOn(app, real.gameweek)
      const undisturbed = await populated(control)
      await meanwhile(undisturbed.players, undisturbed.gameweek)
      await allAnswered(control)
      await goOn(control, undisturbed.gameweek)
      for (const statement of SAME) {
        const rowsIn = async (game: TestApp) => (await databaseOf(game).pool.query(statement)).rows
        const [here, there] = [await rowsIn(app), await rowsIn(control)]
        expect([statement, here]).toEqual([statement, there])
        expect(here.length, statement).toBeGreaterThan(0)
      }
    } finally {
      await app.close()
      await control.close()
    }
  },
  LONG_MS,
)

/**
 * Data visible to players, without ids of events and ranks at the moment of a settlement: results booked concurrently
 * may come before or after it.
 */
const SAME = [
  'select season, user_id, type, fixture_id, points, reason from read.ledger order by 1, 2, 3, 4, 5, 6',
  'select * from read.totals order by season, user_id',
  'select * from read.gameweek_rows order by season, gameweek, user_id',
  'select season, gameweek, settled_at, fixture_ids, winner from read.settled_gameweeks order by 1, 2',
  'select season, user_id, rank from read.leaderboard order by 1, 2',
  'select user_id, achievement, unlock_name from read.achievement_badges where unlock_id is not null order by 1, 2',
  'select competition_id, user_id, place, points from read.competition_prizes order by 1, 2, 3, 4',
  'select competition_id, round, gameweek from read.competition_rounds order by 1, 2',
  "select slug, kind from read.news where kind <> 'lead' order by slug",
  "select user_id, kind, data->>'what' as what, count(*)::int as n from app.notifications where data->>'simulated' is null group by 1, 2, 3 order by 1, 2, 3",
]

test(
  'R168 a server that dies by kill -9 in the midst of a purge finishes it, beside a terminal',
  async () => {
    const dataDir = temporaryFolder()
    const port = await freePort()
    let app: ProcessApp | undefined
    const begin = async () => {
      app = await startProcess({ dataDir, port })
      await untilReady(app.url)
      const admin = createClient(app.url)
      expect((await admin.post('/api/login', PROCESS_ADMIN)).status).toBe(200)
      return { admin, database: openDatabase(app.databaseUrl) }
    }
    try {
      let { admin, database } = await begin()
      const player = createClient(app!.url)
      await player.post('/api/register', { username: 'dora', password: 'password-1' })
      const gameweek = await gameweekNow(player)
      for (const of of [gameweek, gameweek + 1]) await predictAll(player, 1, of)
      // Waits until all events that follow from these are appended.
      await ran(admin, 'POST', 'create-users', { users: 20 })
      await ran(admin, 'POST', 'clear')
      const before = await rowsOfOthers(database)
      for (let kill = 0; kill < KILLS; kill++) {
        expect(await terminal(dataDir, 'full-simulation', '2', '--users', '20', '--seed', String(kill))).toMatch(
          /^Simulated 2/,
        )
        void admin.post('/api/test/clear', {}).catch(() => undefined)
        await sleep(400 + Math.random() * 1_600)
        await app!.end('SIGKILL')
        await database.close()
        ;({ admin, database } = await begin())
        await until(
          'the purge is over, or was never begun',
          async () => {
            const { rows } = await database.pool.query(
              "select from engine.clearings where state in ('asked', 'running')",
            )
            return rows.length === 0
          },
          120_000,
        )
        // A command that was killed before its request is repeated; a further one changes nothing.
        await until(
          'nobody runs',
          async () => ((await admin.get('/api/test/progress')) as TestProgress).running === null,
          60_000,
        )
        expect(await terminal(dataDir, 'clear')).toMatch(/^Took back/)
        // The administrator has signed in to every server.
        const { 'read.people': _, ...others } = differencesOf(before, await rowsOfOthers(database))
        expect(others).toEqual({})
      }
      await database.close()
    } finally {
      if (app?.isRunning()) await app.end('SIGKILL')
      await stopLeftPostgres(dataDir)
      removeFolder(dataDir)
    }
  },
  LONG_MS,
)

const script = fileURLToPath(new URL('../../scripts/testing.ts', import.meta.url))

/** Runs a terminal command while the server runs; returns its output. */
async function terminal(dataDir: string, ...args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [script, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...bareEnvironment(), DATA_DIR: dataDir },
  })
  let [out, err] = ['', '']
  child.stdout.on('data', (bytes) => (out += bytes))
  child.stderr.on('data', (bytes) => (err += bytes))
  const [code] = await once(child, 'close')
  expect([code, code === 0 ? '' : err]).toEqual([0, ''])
  return out.trim()
}
