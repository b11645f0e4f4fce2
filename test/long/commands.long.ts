import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TYPES } from '../../src/identifiers.ts'
import { LEAGUES_OF_THE_WORLD } from '../../src/simulation/world-words.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { databasesFolder } from '../support/memory.ts'
import { runCommandOn, startCommandOn } from '../support/operator.ts'
import { gateBefore, type TcpGate } from '../support/tcp-gate.ts'

// Long commands next to a running server: they lose their store midway, are stopped, and are run again.

let app: TestApp
let gate: TcpGate & { url: string }
let folder: string

beforeAll(async () => {
  app = await startTestApp({ isPresent: true })
  gate = await gateBefore(app.databaseUrl)
  folder = mkdtempSync(path.join(databasesFolder(), 'plp-long-'))
}, 120_000)
afterAll(async () => {
  await gate?.close()
  await app?.close()
  if (folder) rmSync(folder, { recursive: true })
})

const run = (script: string, ...args: readonly string[]) => runCommandOn(app, script, args)

/** A process of its own, behind the gate. */
const start = (script: string, args: readonly string[], input = '') =>
  startCommandOn({ ...app, databaseUrl: gate.url }, script, args, { input })

async function countsOf(...views: readonly string[]): Promise<number[]> {
  await app.settled()
  const { db } = app.container.get(TYPES.Database)
  const counts = views.map(async (view) => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(view)}`.execute(db)
    return rows[0]!.n
  })
  return Promise.all(counts)
}

/** Makes the store unavailable to the command for some seconds. */
async function away(seconds: number): Promise<void> {
  gate.set('refuse')
  await sleep(seconds * 1_000)
  gate.set('open')
}

/** Enough events that the store is cut off before all of them are stored. */
const LEAGUES = 60

const isStack = /\n\s+at /

describe('a command whose store is away for some seconds', () => {
  test('npm run testing -- world reports that in one line, and makes everything once', async () => {
    const world = start('testing', ['world', '--users', '6'])
    await expect.poll(() => world.said.err, { timeout: 120_000 }).toContain(' done')
    await away(3)
    expect([await world.ended, world.said.err]).toEqual([0, expect.not.stringMatching(isStack)])
    expect(world.said.err.match(/A store is unavailable \(.*\); retrying for 2 minutes/g)).toHaveLength(1)
    expect(world.said.out).toMatch(/^6 players have made /)
    const made = await countsOf('read.test_users', 'read.leagues', 'read.messages', 'read.shares')
    expect(made).toEqual([6, LEAGUES_OF_THE_WORLD.length, 12 * LEAGUES_OF_THE_WORLD.length, 2])
    expect((await run('testing', 'cleanup')).code).toBe(0)
  }, 600_000)

  test('npm run emit -- --file stores each line once, also from standard input; a repeat has no effect', async () => {
    const file = path.join(folder, 'saturday.jsonl')
    const ann = { type: 'UserRegistered', data: { username: 'test_ann' } }
    const leagues = Array.from({ length: LEAGUES }, (_, n) => ({
      ...{ type: 'LeagueCreated', as: 'test_ann' },
      data: { name: `League ${n}`, description: '', type: 'public' },
    }))
    const lines = [ann, ...leagues].map((line) => JSON.stringify(line)).join('\n')
    writeFileSync(file, lines)
    const [before] = await countsOf('read.leagues')
    const first = start('emit', ['--file', '-'], lines)
    await expect.poll(() => first.said.out, { timeout: 120_000, interval: 5 }).toContain('LeagueCreated')
    await away(3)
    expect([await first.ended, first.said.err]).toEqual([0, expect.stringMatching(/^A store is unavailable .*\n$/)])
    expect(first.said.out.split('\n').filter(Boolean)).toHaveLength(LEAGUES + 1)
    expect(await countsOf('read.leagues')).toEqual([before! + LEAGUES])

    const second = await run('emit', '--file', file)
    expect([second.code, second.error]).toEqual([0, ''])
    expect(second.out.match(/was stored by an earlier run of this file/g)).toHaveLength(LEAGUES + 1)
    expect(await countsOf('read.leagues')).toEqual([before! + LEAGUES])

    // Only the appended line is new.
    writeFileSync(file, `\n${JSON.stringify({ ...leagues[0], data: { ...leagues[0]!.data, name: 'More' } })}`, {
      flag: 'a',
    })
    expect((await run('emit', '--file', file)).code).toBe(0)
    expect(await countsOf('read.leagues')).toEqual([before! + LEAGUES + 1])
  }, 600_000)
})

test('npm run testing -- generate resumes after it was stopped', async () => {
  const stopped = start('testing', ['generate', '1', '--users', '30'])
  const { db } = app.container.get(TYPES.Database)
  const hasLeague = async () => {
    const { rows } = await sql`select from read.leagues where name like 'Test League %'`.execute(db)
    return rows.length > 0
  }
  await expect.poll(hasLeague, { timeout: 120_000, interval: 5 }).toBe(true)
  stopped.child.kill('SIGINT')
  expect([await stopped.ended, stopped.said.out]).toEqual([130, expect.stringMatching(/^Stopped\. /)])
  const again = await run('testing', 'generate', '1', '--users', '30')
  expect([again.code, again.error]).toEqual([0, expect.not.stringMatching(isStack)])
  const { rows } = await sql<{ leagues: number; messages: number; users: number }>`
    select (select count(*)::int from read.leagues where name like 'Test League %') as leagues,
      (select count(*)::int from read.test_users) as users, (select count(*)::int from read.messages m
        join read.leagues l on l.id = m.room_id and m.room_kind = 'league' where l.name like 'Test League %') as messages`.execute(
    db,
  )
  expect(rows[0]).toEqual({ leagues: 3, messages: 15, users: 30 })
}, 600_000)

test('next is the first gameweek in which a match is open: predicted, then completed', async () => {
  const admin = await app.admin()
  const open = (await admin.get('/api/fixtures')).filter(({ isOpen }: { isOpen: boolean }) => isOpen)
  const gameweek = Math.min(...open.map((fixture: { gameweek: number }) => fixture.gameweek))
  const predicting = await run('testing', 'generate-predictions', 'next', '--users', '3')
  expect([predicting.code, predicting.out]).toEqual([
    0,
    expect.stringMatching(new RegExp(`^\\d+ predictions by 3 test users for gameweek ${gameweek}\n$`)),
  ])
  const playing = await run('testing', 'simulate', 'next')
  expect([playing.code, playing.out]).toEqual([
    0,
    expect.stringMatching(new RegExp(`^Gameweek ${gameweek} is complete: \\d+ results?\n$`)),
  ])
}, 300_000)

test('npm run import asks for confirmation before the current season changes, and --yes confirms', async () => {
  const file = path.join(folder, 'season.json')
  const match = { round: 'Matchday 1', date: '2024-08-17', time: '15:00', team1: 'Arsenal', team2: 'Chelsea' }
  writeFileSync(file, JSON.stringify({ name: 'Premier League 2024/25', matches: [match] }))
  const asked = await run('import', file)
  expect([asked.code, asked.error, asked.out]).toEqual([
    1,
    'This makes 2024-25 the current season instead of demo, and cannot be undone; pass --yes to import it\n',
    '',
  ])
  const { db } = app.container.get(TYPES.Database)
  const seasons = async () => (await sql<{ season: string }>`select season from read.seasons`.execute(db)).rows
  expect(await seasons()).toEqual([{ season: 'demo' }])
  const agreed = await run('import', file, '--yes')
  expect([agreed.code, agreed.out]).toEqual([0, expect.stringMatching(/^2024-25: 1 matches; /)])
  expect(await seasons()).toHaveLength(2)
  // Importing the same season again does not change which one is current.
  expect((await run('import', file)).code).toBe(0)
}, 300_000)
