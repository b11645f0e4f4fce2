// npm run shell
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createAnalystAccess } from '../src/areas/analysts/analyst-access.ts'
import { columns, hidden } from '../src/areas/index.ts'
import { createCommand, Refused, runHere, type Terminal } from './support/shell.ts'

const usage = `npm run shell

Opens psql on the database of the settings (DATA_DIR, DATABASE_URL) as its owner. Without psql on this machine, it prints alternatives.
The server may run meanwhile.`

/** Runs psql in the terminal until it ends. Returns its exit code; null if psql is not installed. */
async function psql(address: string, env: Terminal['env']): Promise<number | null> {
  const url = new URL(address)
  const password = decodeURIComponent(url.password)
  // Not in the arguments, which every user of the machine can read.
  url.password = ''
  const child = spawn('psql', [url.href], {
    stdio: 'inherit',
    env: { ...env, ...(password ? { PGPASSWORD: password } : {}), PGOPTIONS: '-c search_path=analysis,read' },
  })
  // Ctrl-C in psql cancels a statement and must not end this process.
  const before = process.listeners('SIGINT')
  process.removeAllListeners('SIGINT')
  process.on('SIGINT', () => undefined)
  try {
    const [code] = await once(child, 'exit')
    return Number(code ?? 1)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return null
  } finally {
    process.removeAllListeners('SIGINT')
    for (const listener of before) process.on('SIGINT', listener)
  }
}

export const main = createCommand({
  usage,
  async work({ terminal, settings, open, warn }, { positionals: [unknown] }) {
    if (unknown !== undefined) throw new Refused(`npm run shell does not know ${unknown}`)
    const { pool, url } = (await open(settings())).database
    await createAnalystAccess({ pool, columns, hidden }).provision()
    const code = await psql(url, terminal.env)
    if (code !== null) return code
    warn(`There is no psql on this machine. Install the PostgreSQL client, such as the package postgresql-client of Debian and
Ubuntu, or libpq of Homebrew. Any other client of PostgreSQL can read the database at the address that
  npm start -- --show-database
prints, while the game runs. docs/read-models.md describes the views, and npm run export writes them to files.`)
    return 1
  },
})

if (import.meta.main) await runHere(main)
