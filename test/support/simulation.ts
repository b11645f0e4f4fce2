import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { startEmbeddedPostgres } from '../../src/database/embedded/embedded-postgres.ts'
import { bareEnvironment } from './bare-environment.ts'
import { databasesFolder } from './memory.ts'
import { runCommand } from './operator.ts'
import { testDatabase } from './postgres.ts'
import { stopLeftPostgres } from './process-app.ts'
import { listLogger } from './projections.ts'

const script = fileURLToPath(new URL('../../scripts/simulate.ts', import.meta.url))

interface SimulationRun {
  readonly season: string
  readonly players: number
  readonly seed: number
}

interface Finished {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly out: string
  readonly error: string
}

const argumentsOf = ({ season, players, seed }: SimulationRun): readonly string[] => [
  ...['--season', season, '--players', String(players), '--seed', String(seed)],
]

const settingsOf = (databaseUrl: string, dataDir: string) => ({
  DATABASE_URL: databaseUrl,
  DATA_DIR: dataDir,
  MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
  EVENTSTORE_URL: process.env.TEST_EVENTSTORE_URL ?? '',
  EVENTSTORE_PREFIX: basename(databaseUrl || dataDir),
})

/** A store for a simulation, and the command to start on it as a process or to run in this one. */
export async function simulationStore() {
  const database = await testDatabase()
  const dataDir = mkdtempSync(join(databasesFolder(), 'plp-simulation-'))
  return {
    url: database.url,
    database,
    start: (run: SimulationRun) => started(argumentsOf(run), database.url, dataDir),
    run: (run: SimulationRun) => runCommand('simulate', argumentsOf(run), { env: settingsOf(database.url, dataDir) }),
    /** Every row of every read table as sorted text, by table. */
    tables: () => readTables(database.url),
    /** Number of matches with a result in the read model; 0 while there is no read model. */
    async finished(): Promise<number> {
      const { rows } = await database.pool
        .query<{ count: number }>("select count(*) from read.fixtures where status = 'finished'")
        .catch(() => ({ rows: [] }))
      return rows[0]?.count ?? 0
    },
    async drop() {
      await database.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** The same with its own embedded server, which tests can kill too. */
export function embeddedSimulationStore() {
  const dataDir = mkdtempSync(join(databasesFolder(), 'plp-simulation-'))
  return {
    dataDir,
    start: (run: SimulationRun) => started(argumentsOf(run), '', dataDir),
    async tables() {
      const server = await startEmbeddedPostgres({ dataDir, logger: listLogger() })
      try {
        return await readTables(server.url)
      } finally {
        await server.stop()
      }
    },
    async drop() {
      await stopLeftPostgres(dataDir)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

export type SimulationStore = Awaited<ReturnType<typeof simulationStore>>

/**
 * The command as a process; `ended` resolves to its outcome. Without an address it uses the embedded server in
 * `dataDir`.
 */
export function started(args: readonly string[], databaseUrl: string, dataDir: string) {
  const child: ChildProcess = spawn(process.execPath, [script, ...args], {
    env: { ...bareEnvironment(), ...settingsOf(databaseUrl, dataDir) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let out = ''
  let error = ''
  child.stdout?.on('data', (chunk) => {
    out += chunk
  })
  child.stderr?.on('data', (chunk) => {
    error += chunk
  })
  const ended = new Promise<Finished>((resolve) =>
    child.on('close', (code, signal) => resolve({ code, signal, out, error })),
  )
  return { child, ended }
}

/** Rows of picks are without their commitments, which have random keys (docs/decisions/0070-sealed-picks.md). */
async function readTables(url: string): Promise<Readonly<Record<string, readonly string[]>>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ schema: string; name: string }>(
      `select schemaname as schema, tablename as name from pg_tables where schemaname ~ '_g[0-9]+$' order by 1, 2`,
    )
    const tables: Record<string, readonly string[]> = {}
    for (const { schema, name } of rows) {
      const row = name === 'predictions' ? `(to_jsonb(t) - 'entry')` : 't'
      const text = await client.query<{ row: string }>(`select ${row}::text as row from ${schema}.${name} t order by 1`)
      tables[`${schema.replace(/_g\d+$/, '')}.${name}`] = text.rows.map(({ row }) => row)
    }
    return tables
  } finally {
    await client.end()
  }
}
