import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { binary } from './binaries.ts'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'
import { alive } from './processes.ts'
import { dataFolder, type ServerLocation } from './server-user.ts'

/** Connection parameters of the server, stored next to its data and readable by its owner only. */
interface Connection {
  readonly password: string
  /** The last port, reused when it is free; 0 before the first start. */
  readonly port: number
}

const ROLE = 'plp'
const MAJOR = '18'
const UNFINISHED = 'postgres.new-'

const connectionFile = (home: string): string => path.join(home, 'connection.json')

export const logFile = (home: string): string => path.join(home, 'server.log')

export const readConnection = (home: string): Connection =>
  intact(home, connectionFile(home), (text) => JSON.parse(text) as Connection)

/** Reads a file of the cluster. Throws `EmbeddedPostgresError` if that fails, as in half a copy of the folder. */
function intact<T>(home: string, file: string, parse: (text: string) => T): T {
  try {
    return parse(readFileSync(file, 'utf8'))
  } catch (error) {
    const { code = 'damaged' } = error as NodeJS.ErrnoException
    throw new EmbeddedPostgresError(`${file} cannot be read (${code}): restore ${home} from a backup`)
  }
}

export function writeConnection(home: string, connection: Connection): void {
  const file = connectionFile(home)
  writeFileSync(`${file}.${process.pid}`, JSON.stringify(connection), { mode: 0o600, flush: true })
  renameSync(`${file}.${process.pid}`, file)
}

export const addressOf = ({ password, port }: Connection, database = 'plp'): string =>
  `postgres://${ROLE}:${password}@127.0.0.1:${port}/${database}`

/** Creates a missing cluster atomically, even if the process is killed. */
export function prepareCluster(location: ServerLocation, fsync: boolean): void {
  const { user, home } = location
  removeUnfinished(path.dirname(home))
  if (!existsSync(home)) createCluster(location, fsync)
  const version = intact(home, path.join(dataFolder(home), 'PG_VERSION'), (text) => /^\d+(?=\n)/.exec(text)![0])
  user.own(home)
  if (version !== MAJOR)
    throw new EmbeddedPostgresError(
      `${home} contains a database of PostgreSQL ${version}; this version of PLP includes ${MAJOR}`,
    )
}

function createCluster({ binaries, user, home }: ServerLocation, fsync: boolean): void {
  const unfinished = path.join(path.dirname(home), `${UNFINISHED}${process.pid}`)
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(dataFolder(unfinished), { recursive: true, mode: 0o700 })
  const password = randomBytes(24).toString('base64url')
  const passwordFile = path.join(unfinished, 'password')
  writeFileSync(passwordFile, password, { mode: 0o600 })
  user.own(unfinished)
  user.chown(passwordFile)
  const made = user.run(binary(binaries, 'initdb'), initdbArguments(dataFolder(unfinished), passwordFile, fsync))
  if (made.status !== 0)
    throw new EmbeddedPostgresError(`initdb failed: ${reasonIn(made.stderr || String(made.error))}`)
  rmSync(passwordFile)
  writeConnection(unfinished, { password, port: 0 })
  try {
    renameSync(unfinished, home)
  } catch (error) {
    // Another process has created the cluster.
    if (!existsSync(home)) throw error
    rmSync(unfinished, { recursive: true })
  }
}

function initdbArguments(data: string, passwordFile: string, fsync: boolean): string[] {
  return [
    `--pgdata=${data}`,
    `--username=${ROLE}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--lc-messages=C',
    ...(fsync ? [] : ['--no-sync']),
  ]
}

/** Removes the files of a killed start. */
function removeUnfinished(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(UNFINISHED)) continue
    const pid = Number(name.slice(UNFINISHED.length))
    if (pid === process.pid || !alive(pid)) rmSync(path.join(folder, name), { recursive: true, force: true })
  }
}

/** The fatal error in an output of PostgreSQL, which is not always the last line. */
export function reasonIn(output: string): string {
  const lines = output.trim().split('\n')
  return lines.findLast((line) => /\b(PANIC|FATAL|error): /.test(line)) ?? lines.at(-1)!
}
