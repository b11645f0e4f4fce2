import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startEmbeddedPostgres } from '../../src/database/embedded/embedded-postgres.ts'
import { findPostmaster } from '../../src/database/embedded/postmaster.ts'
import { alive, createUsers } from '../../src/database/embedded/processes.ts'
import { usersFolder } from '../../src/database/embedded/server-user.ts'
import { databasesFolder, databasesFolders } from './memory.ts'
import { dropTemplatesOfRun } from './postgres.ts'

const PREFIX = 'plp-test-'

const log = (fields: object, message: string): void => console.error(message, fields)

const remove = (folder: string): void =>
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })

/** Starts one server for the run, with fsync off, unless `TEST_DATABASE_URL` names one, and gives the run a name. */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  const run = randomBytes(6).toString('hex')
  process.env.PLP_TEST_RUN ??= run
  if (process.env.TEST_DATABASE_URL) return process.env.PLP_TEST_RUN === run ? dropTemplatesOfRun : undefined
  await removeAbandoned()
  const dataDir = mkdtempSync(path.join(databasesFolder(), PREFIX))
  // As root, the server runs as another user, who needs access.
  chmodSync(dataDir, 0o755)
  const server = await startEmbeddedPostgres({
    dataDir,
    fsync: false,
    logger: { info: () => undefined, warn: log, error: log },
  })
  await acceptPlainPasswords(server.url)
  process.env.TEST_DATABASE_URL = server.url
  return async () => {
    delete process.env.TEST_DATABASE_URL
    await server.stop()
    remove(dataDir)
  }
}

/** Tests open thousands of connections. SCRAM takes more of their time than the connection itself. */
async function acceptPlainPasswords(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query('show hba_file')
  const { hba_file: file } = rows[0]
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll('scram-sha-256', 'password'))
  // The server then computes the verifier of a password at each connection.
  await client.query('alter system set scram_iterations = 1')
  await client.query('select pg_reload_conf()')
  const { username, password } = new URL(url)
  await client.query('set scram_iterations = 1')
  await client.query(`alter role ${client.escapeIdentifier(username)} password ${client.escapeLiteral(password)}`)
  await client.end()
}

/** The folders of this user's runs. */
const runsIn = (folder: string): string[] =>
  (existsSync(folder) ? readdirSync(folder) : [])
    .filter((name) => name.startsWith(PREFIX))
    .map((name) => path.join(folder, name))
    .filter((run) => statSync(run).uid === process.getuid?.())

/** Ends the servers of runs that were killed, and removes their data. */
async function removeAbandoned(): Promise<void> {
  for (const folder of databasesFolders.flatMap(runsIn)) {
    const users = usersFolder(path.join(folder, 'postgres'))
    // A folder without a user yet belongs to a run that is just starting.
    if (!existsSync(users) || readdirSync(users).length === 0) continue
    if (createUsers(users).others()) continue
    const server = findPostmaster(path.join(folder, 'postgres'))
    if (server) process.kill(server.pid, 'SIGQUIT')
    while (server && alive(server.pid)) await sleep(50)
    remove(folder)
  }
}
