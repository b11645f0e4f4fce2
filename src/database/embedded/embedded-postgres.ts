import { existsSync, readlinkSync, realpathSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { writableFolder } from '../../kernel/writable-folder.ts'
import { findBinaries } from './binaries.ts'
import { addressOf, prepareCluster, readConnection, usersFolder } from './cluster.ts'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'
import { runPostmaster, stopPostmaster } from './postmaster.ts'
import { alive, createUsers } from './processes.ts'
import { choosePlace } from './server-user.ts'

/** What the launcher says to; a pino logger fits. */
interface LauncherLog {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** A running embedded server. Its address stays the same over restarts. */
export interface EmbeddedPostgres {
  /** `postgres://…` with the password. */
  readonly url: string
  /** Process id of the server now running. */
  readonly pid: number
  /** Leaves the server, and stops it unless another process (a script, a second node) still uses it. */
  stop(): Promise<void>
  /** Called with the new process id each time a server that died runs again. */
  onRestart(listener: (pid: number) => void): void
}

interface EmbeddedPostgresOptions {
  readonly dataDir: string
  readonly logger: LauncherLog
  /** `false` for tests: faster, and not safe against a crash of the machine. */
  readonly fsync?: boolean
}

/** How soon a death is noticed. */
const WATCH_MS = 250

/**
 * Runs PostgreSQL 18 from npm on `dataDir/postgres`, or joins the server that another process of PLP runs there.
 * Makes the cluster at the first start, stops what a killed process left running, starts again a server that died.
 * @throws EmbeddedPostgresError in one line where it cannot run here
 */
export async function startEmbeddedPostgres({
  dataDir,
  logger,
  fsync = true,
}: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const folder = path.resolve(dataDir)
  assertWritable(folder)
  const link = path.join(realpathSync(folder), 'postgres')
  const place = choosePlace(findBinaries(), link, homeOf(link))
  prepareCluster(place, fsync)
  const users = createUsers(usersFolder(place.home))
  users.join()
  if (!users.others()) stopPostmaster(place)
  let current = await runPostmaster(place, fsync)
  const { port } = current
  await createDatabase(addressOf({ ...readConnection(place.home), port }, 'postgres'))

  const listeners: ((pid: number) => void)[] = []
  const stopping = new AbortController()
  const watch = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await sleep(WATCH_MS, undefined, { ref: false, signal: stopping.signal }).catch(() => undefined)
      if (stopping.signal.aborted || alive(current.pid)) continue
      logger.warn({ server: current.pid }, 'PostgreSQL died, starting it again')
      try {
        current = await runPostmaster(place, fsync, port)
        logger.info({ server: current.pid }, 'PostgreSQL runs again')
        for (const listener of listeners) listener(current.pid)
      } catch (error) {
        logger.error({ err: error }, (error as Error).message)
      }
    }
  }
  const watched = watch()
  const leave = async (): Promise<void> => {
    stopping.abort()
    await watched
    users.leave()
    if (!users.others()) stopPostmaster(place)
  }
  let stopped: Promise<void> | undefined
  logger.info({ server: current.pid, port, user: place.user.kind, folder: place.home }, 'PostgreSQL runs')
  return {
    url: addressOf({ ...readConnection(place.home), port }),
    get pid() {
      return current.pid
    },
    onRestart: (listener) => void listeners.push(listener),
    stop() {
      stopped ??= leave()
      return stopped
    },
  }
}

/** Address of the server of a folder, with its password, as it ran last or runs now; null where none was made yet. */
export function embeddedAddress(dataDir: string): string | null {
  const home = path.join(dataDir, 'postgres')
  return existsSync(home) ? addressOf(readConnection(home)) : null
}

function assertWritable(folder: string): void {
  try {
    writableFolder(folder)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new EmbeddedPostgresError(`DATA_DIR takes a folder that PLP can write to, which ${folder} is not (${code})`)
  }
}

/** Where the data lies: a link leads to the place that an earlier start had to choose. */
function homeOf(link: string): string {
  if (existsSync(link)) return realpathSync(link)
  try {
    return readlinkSync(link)
  } catch {
    return link
  }
}

/** One process at a time: two that make it at once would meet in the catalogue. */
async function createDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query("select pg_advisory_lock(hashtext('plp: create database'))")
    const { rowCount } = await client.query("select from pg_database where datname = 'plp'")
    if (rowCount === 0) await client.query('create database plp')
  } finally {
    await client.end()
  }
}
