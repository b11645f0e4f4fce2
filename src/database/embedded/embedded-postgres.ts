import { existsSync, readlinkSync, realpathSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { FieldLogger } from '../../kernel/logger.ts'
import { writableFolder } from '../../kernel/writable-folder.ts'
import { findBinaries } from './binaries.ts'
import { addressOf, prepareCluster, readConnection, usersFolder } from './cluster.ts'
import { runPostmaster, stopPostmaster } from './postmaster.ts'
import { alive, createUsers } from './processes.ts'
import { chooseLocation } from './server-user.ts'

interface EmbeddedPostgresOptions {
  readonly dataDir: string
  readonly logger: FieldLogger
  /** `false` for tests: faster, and not safe against a crash of the machine. */
  readonly fsync?: boolean
}

/** `duplicate_database`, or its entry in the catalogue. */
const MADE_BY_ANOTHER = ['42P04', '23505']
/** How soon a death is noticed. */
const WATCH_MS = 250

/**
 * Runs PostgreSQL 18 from npm on `dataDir/postgres`, or joins the server that another process of PLP runs there.
 * Makes the cluster at the first start, stops what a killed process left running, starts again a server that died.
 * @throws EmbeddedPostgresError or BadSetting in one line where it cannot run here
 */
export async function startEmbeddedPostgres({ dataDir, logger, fsync = true }: EmbeddedPostgresOptions) {
  const folder = path.resolve(dataDir)
  writableFolder(folder)
  const link = path.join(realpathSync(folder), 'postgres')
  const place = chooseLocation(findBinaries(), link, homeOf(link))
  prepareCluster(place, fsync)
  const users = createUsers(usersFolder(place.home))
  users.join()
  if (!users.others()) stopPostmaster(place)
  let current = await runPostmaster(place, fsync)
  const { port } = current
  await createDatabase(addressOf({ ...readConnection(place.home), port }, 'postgres'))

  const stopping = new AbortController()
  const watch = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await sleep(WATCH_MS, undefined, { ref: false, signal: stopping.signal }).catch(() => undefined)
      if (stopping.signal.aborted || alive(current.pid)) continue
      logger.warn({ server: current.pid }, 'PostgreSQL died, starting it again')
      try {
        current = await runPostmaster(place, fsync, port)
        logger.info({ server: current.pid }, 'PostgreSQL runs again')
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
    /** `postgres://…` with the password. It stays the same over restarts. */
    url: addressOf({ ...readConnection(place.home), port }),
    /** Process id of the server now running. */
    get pid(): number {
      return current.pid
    },
    /** Leaves the server, and stops it unless another process (a script, a second node) still uses it. */
    stop(): Promise<void> {
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

/** Where the data lies: a link leads to the place that an earlier start had to choose. */
function homeOf(link: string): string {
  if (existsSync(link)) return realpathSync(link)
  try {
    return readlinkSync(link)
  } catch {
    return link
  }
}

/** Of two processes that make it at once, the second waits for the first and finds it made. */
async function createDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rowCount } = await client.query("select from pg_database where datname = 'plp'")
    if (rowCount === 0)
      await client.query('create database plp').catch((error) => {
        if (!MADE_BY_ANOTHER.includes(error.code)) throw error
      })
    // Roles that are made for one database have no business in the others. Two processes may do it at once.
    await client.query('revoke connect on database postgres, template1 from public').catch((error) => {
      if (error.code !== 'XX000') throw error
    })
  } finally {
    await client.end()
  }
}
