import { existsSync, readlinkSync, realpathSync } from 'node:fs'
import path from 'node:path'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { FieldLogger } from '../../kernel/logger.ts'
import { writableFolder } from '../../kernel/writable-folder.ts'
import { findBinaries } from './binaries.ts'
import { addressOf, prepareCluster, readConnection } from './cluster.ts'
import { runPostmaster, stopPostmaster } from './postmaster.ts'
import { alive, createUsers } from './processes.ts'
import { chooseLocation, refuseForeign, refuseForeignFolder, usersFolder } from './server-user.ts'

interface EmbeddedPostgresOptions {
  readonly dataDir: string
  readonly logger: FieldLogger
  /** `false` for tests: faster, but unsafe when the machine crashes. */
  readonly fsync?: boolean
}

/** SQLSTATEs of a database or catalogue entry that another process created concurrently. */
const MADE_BY_ANOTHER = ['42P04', '23505']
/** Milliseconds between checks that the server is alive. */
const WATCH_MS = 500

/**
 * Runs PostgreSQL 18 from npm on `dataDir/postgres`, or joins the server of another PLP process there. Creates the cluster on the
 * first start, stops a server left by a killed process, and restarts a server that died.
 * @throws EmbeddedPostgresError or BadSetting if it cannot run here
 */
export async function startEmbeddedPostgres({ dataDir, logger, fsync = true }: EmbeddedPostgresOptions) {
  const folder = path.resolve(dataDir)
  writableFolder(folder)
  refuseForeignFolder(realpathSync(folder))
  const link = path.join(realpathSync(folder), 'postgres')
  const location = chooseLocation(findBinaries(), link, homeOf(link))
  try {
    prepareCluster(location, fsync)
  } catch (error) {
    // Ctrl-C also ends initdb, for which this process waits. The signal is handled before the failure that it has caused.
    await setImmediate()
    throw error
  }
  const users = createUsers(usersFolder(location.home))
  const leaveServer = async (pid: number): Promise<void> => {
    users.leave()
    if (!users.others()) await stopPostmaster(location, pid)
  }
  await users.join(() => stopPostmaster(location))
  let current = await runPostmaster(location, fsync)
  const { port } = current
  try {
    await createDatabase(addressOf({ ...readConnection(location.home), port }, 'postgres'))
  } catch (error) {
    await leaveServer(current.pid)
    throw error
  }

  const stopping = new AbortController()
  const watch = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await sleep(WATCH_MS, undefined, { ref: false, signal: stopping.signal }).catch(() => undefined)
      if (stopping.signal.aborted || alive(current.pid)) continue
      logger.warn({ server: current.pid }, 'PostgreSQL died; restarting it')
      try {
        current = await runPostmaster(location, fsync, port)
        logger.info({ server: current.pid }, 'PostgreSQL restarted')
      } catch (error) {
        logger.error({ err: error }, (error as Error).message)
      }
    }
  }
  const watched = watch()
  const leave = async (): Promise<void> => {
    stopping.abort()
    await watched
    await leaveServer(current.pid)
  }
  let stopped: Promise<void> | undefined
  logger.info({ server: current.pid, port, user: location.user.kind, folder: location.home }, 'PostgreSQL runs')
  return {
    /** `postgres://…` with the password. Unchanged by restarts. */
    url: addressOf({ ...readConnection(location.home), port }),
    /** Process id of the running server. */
    get pid(): number {
      return current.pid
    },
    /** Releases the server, and stops it unless another process (a script, a second node) uses it. */
    stop(): Promise<void> {
      stopped ??= leave()
      return stopped
    },
  }
}

/** Address of the current or last server of a folder, with its password; null before the first start. */
export function embeddedAddress(dataDir: string): string | null {
  const home = path.join(dataDir, 'postgres')
  refuseForeign(home)
  return existsSync(home) ? addressOf(readConnection(home)) : null
}

/** The data folder: a link leads to the folder chosen by an earlier start. */
function homeOf(link: string): string {
  if (existsSync(link)) return realpathSync(link)
  try {
    return readlinkSync(link)
  } catch {
    return link
  }
}

/** Creates the database. A concurrent second process waits for the first and finds the database. */
async function createDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rowCount } = await client.query("select from pg_database where datname = 'plp'")
    if (rowCount === 0)
      await client.query('create database plp').catch((error) => {
        if (!MADE_BY_ANOTHER.includes(error.code)) throw error
      })
    // Roles of one database must not connect to others. XX000: another process revokes concurrently.
    await client.query('revoke connect on database postgres, template1 from public').catch((error) => {
      if (error.code !== 'XX000') throw error
    })
  } finally {
    await client.end()
  }
}
