import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Fixture } from '../../src/areas/fixtures/contract.ts'
import { PREDICTIONS } from '../../src/areas/predictions/area.ts'
import type { GameweekReceipts, Seal, SealDetails, SealKey } from '../../src/areas/proofs/contract.ts'
import { SEALS_STREAM } from '../../src/areas/proofs/events.ts'
import { checkReceipt, hashOfCheckpoint, parseCheckpoint } from '../../src/contracts/receipts.ts'
import { type Database, openDatabase } from '../../src/database/database.ts'
import { systemContext } from '../../src/kernel/system-context.ts'
import { scoreOf } from '../support/achievements.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { type Player, players } from '../support/leagues.ts'
import {
  freePort,
  type ProcessApp,
  removeFolder,
  startProcess,
  temporaryFolder,
  untilReady,
} from '../support/process-app.ts'
import { until } from '../support/projections.ts'

const PLAYERS = 60
/** Matches that close at the same time. */
const MATCHES = 20
/** From the last change of dates to the cutoff: all picks are saved within. */
const PREPARING_MS = 60_000
const WITHIN_MS = 180_000

/**
 * A seal is stored in two statements: the tree, then the event. A killed node loses the statement, or PostgreSQL completes it
 * although its node is dead.
 */
const KILLS = [
  { table: 'app.seal_entries', isCompleted: false },
  { table: 'app.seal_entries', isCompleted: true },
  { table: 'log.events', isCompleted: false },
  { table: 'log.events', isCompleted: true },
] as const

let seeding: TestApp
let database: Database
let everyone: readonly Player[]
let matches: readonly Fixture[]
const dataDir = temporaryFolder()
const nodes: ProcessApp[] = []

async function start(): Promise<void> {
  const env = { DATABASE_URL: seeding.databaseUrl, MASTER_KEY: seeding.masterKey.toString('base64') }
  const node = await startProcess({ dataDir, port: await freePort(), env })
  nodes.push(node)
  await untilReady(node.url)
}

/** Reads from the newest node, as a player or signed out. */
async function read<T>(to: string, player?: Player): Promise<T> {
  const res = await fetch(nodes.at(-1)!.url + to, player ? { headers: { cookie: player.cookie } } : {})
  expect([to, res.status]).toEqual([to, 200])
  return (await res.json()) as T
}

beforeAll(async () => {
  seeding = await startTestApp({ isPresent: true })
  database = openDatabase(seeding.databaseUrl)
  const admin = await seeding.admin()
  everyone = await players(
    seeding,
    Array.from({ length: PLAYERS }, (_, index) => `sealed_${index}`),
  )
  const all: Fixture[] = await admin.get('/api/fixtures')
  const gameweek = all.find(({ isOpen }) => isOpen)!.gameweek + 3
  matches = all.filter((match) => [gameweek, gameweek + 1].includes(match.gameweek)).slice(0, MATCHES)
  const kickoffTime = new Date(Date.now() + 5 * 60_000 + PREPARING_MS).toISOString()
  for (const { id } of matches)
    expect(
      (await admin.post(`/api/admin/fixtures/${id}/reschedule`, { kickoffTime, reason: 'For the test' })).status,
    ).toBe(200)
  const outcomes = await seeding.container.get(PREDICTIONS.Predictions).saveMany(
    everyone.flatMap(({ id: userId }) =>
      matches.map(({ id: fixtureId }) => ({
        ...{ userId, fixtureId, pick: scoreOf((userId + fixtureId) % 4, userId % 3) },
        context: systemContext(new Date().toISOString()),
      })),
    ),
  )
  expect(outcomes.every(({ ok }) => ok)).toBe(true)
  await seeding.settled()
  await seeding.stop()
}, 600_000)
afterAll(async () => {
  for (const node of nodes) if (node.isRunning()) await node.end('SIGKILL')
  await database?.close()
  await seeding?.close()
  removeFolder(dataDir)
})

/** Kills the sealing node while its statement on this table waits for a lock. */
async function killAt({ table, isCompleted }: (typeof KILLS)[number]): Promise<void> {
  const locker = new pg.Client({ connectionString: database.url })
  await locker.connect()
  try {
    const isSealing = async () =>
      (await database.pool.query(`select count(*)::int as n from read.seals`)).rows[0].n < MATCHES
    expect(await isSealing()).toBe(true)
    await locker.query(`begin; lock table ${table} in share row exclusive mode`)
    const waiting = `from pg_locks where not granted and relation = '${table}'::regclass`
    await until(
      'a statement waits',
      async () => (await database.pool.query(`select ${waiting}`)).rowCount! > 0,
      WITHIN_MS,
    )
    // The oldest node leads.
    expect((await nodes.shift()!.end('SIGKILL')).signal).toBe('SIGKILL')
    if (!isCompleted) await database.pool.query(`select pg_terminate_backend(pid) ${waiting}`)
    await locker.query('rollback')
  } finally {
    await locker.end()
  }
  await start()
}

test(
  `R347: ${KILLS.length + 1} kills while two nodes seal ${MATCHES} matches leave each sealed once, in an unbroken chain that both checkers verify`,
  async () => {
    await start()
    await start()
    for (const kill of KILLS) await killAt(kill)
    await sleep(Math.random() * 2_000)
    await nodes.shift()!.end('SIGKILL')
    await start()
    const ids = matches.map(({ id }) => id)
    const sealed = async () =>
      (await read<Seal[]>('/api/proofs?limit=100')).filter(({ fixtureId }) => ids.includes(fixtureId!))
    await until('every match is sealed', async () => (await sealed()).length === MATCHES, WITHIN_MS)

    const { rows } = await database.pool.query(
      `select data from log.events where stream = $1 and type = 'FixtureSealed' order by revision`,
      [SEALS_STREAM],
    )
    const fixtures: number[] = rows.map(({ data }) => data.fixtureId)
    expect(new Set(fixtures).size).toBe(fixtures.length)
    expect(fixtures).toEqual(expect.arrayContaining(ids))
    const seals = (await read<Seal[]>('/api/proofs?limit=100')).toReversed()
    expect(seals.map(({ id }) => id)).toEqual(seals.map((_, index) => index + 1))
    for (const { fixtureId, size } of seals)
      if (ids.includes(fixtureId!)) expect([fixtureId, size]).toEqual([fixtureId, PLAYERS])
    let before: string | null = null
    for (const { id } of seals) {
      const checkpoint = parseCheckpoint((await read<SealDetails>(`/api/proofs/${id}`)).checkpoint)!
      expect([id, checkpoint.previous]).toEqual([id, before])
      before = await hashOfCheckpoint(checkpoint)
    }

    const { verifierKey } = await read<SealKey>('/api/proofs/key')
    const gameweeks = [...new Set(matches.map(({ gameweek }) => gameweek))]
    const receipts = []
    for (const player of everyone)
      for (const gameweek of gameweeks) {
        const answer = await read<GameweekReceipts>(`/api/predictions/gameweek/${gameweek}/receipts`, player)
        receipts.push(...answer.receipts.filter(({ statement }) => ids.includes(JSON.parse(statement).fixtureId)))
      }
    expect(receipts).toHaveLength(PLAYERS * MATCHES)
    for (const receipt of receipts)
      expect((await checkReceipt(JSON.stringify(receipt), verifierKey)).verdict, receipt.statement).toBe('right')
    if (spawnSync('python3', ['--version']).status !== 0) {
      console.warn('There is no python3: the receipts are not checked with it.')
      return
    }
    // The signature in plain Python takes a while: one receipt of each match.
    const file = path.join(dataDir, 'receipts.json')
    writeFileSync(file, JSON.stringify(receipts.filter((_, index) => index % (MATCHES + 1) === 0)))
    const program = new URL('../../docs/check_receipt.py', import.meta.url).pathname
    const { stdout, stderr, status } = spawnSync('python3', [program, file, verifierKey], { encoding: 'utf8' })
    expect([stderr, status]).toEqual(['', 0])
    expect(stdout.trim().split('\n')).toEqual(
      Array.from({ length: Math.ceil((PLAYERS * MATCHES) / (MATCHES + 1)) }, () => expect.stringMatching(/^right /)),
    )
  },
  4 * WITHIN_MS,
)
