// npm run erased -- list | apply FILE
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createContainer } from '../src/container.ts'
import { TYPES } from '../src/identifiers.ts'
import { isoNow, systemClock } from '../src/kernel/clock.ts'
import type { CommandContext } from '../src/kernel/command-handler.ts'
import { createLogger } from '../src/kernel/logger.ts'
import { readSettings } from '../src/settings.ts'
import { openStores, type Stores } from '../src/stores.ts'

const usage = `npm run erased -- list          prints the ids of all erased people, one a line: keep them apart from the backups
npm run erased -- apply FILE    erases the people of such a list again, after a backup was restored`

const [command, file] = process.argv.slice(2)
if (!(command === 'list' || (command === 'apply' && file !== undefined))) {
  console.log(usage)
  process.exit(command === undefined || command === '--help' ? 0 : 1)
}
const read = readSettings(process.env)
if (!read.ok) {
  console.error(read.problem)
  process.exit(1)
}
const logger = createLogger({ level: 'error' })
let stores: Stores | undefined
try {
  const ids = file === undefined ? [] : idsOf(readFileSync(file, 'utf8'))
  stores = await openStores(read.settings, logger)
  if (command === 'list') for (const id of await stores.personal.erasedPeople()) console.log(id)
  else process.exitCode = await erase(ids, stores)
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
} finally {
  await stores?.close()
}

function idsOf(text: string): number[] {
  const lines = text.split('\n').map((line) => line.trim())
  const wrong = lines.find((line) => line !== '' && !/^[1-9]\d*$/.test(line))
  if (wrong !== undefined) throw new Error(`a list of erased people holds one id a line, not ${JSON.stringify(wrong)}`)
  return lines.filter((line) => line !== '').map(Number)
}

/** Deletes who is there again in the restored log, and destroys the keys of all; gives the exit code. */
async function erase(ids: readonly number[], { database, rawLog, personal }: Stores): Promise<number> {
  const container = createContainer({
    database,
    rawLog,
    personal,
    clock: systemClock,
    logger,
    onChanges: () => undefined,
  })
  const accounts = container.get(TYPES.Accounts)
  const erased: number[] = []
  for (const id of ids) {
    const outcome = await accounts.deleteUser(id, contextOf())
    if (!outcome.ok && outcome.rejected === 'last-administrator')
      console.error(`User ${id} is the last administrator of this backup: make another one, then apply the list again`)
    else erased.push(id)
  }
  await personal.erase(...erased)
  console.log(`${erased.length} of ${ids.length} erased`)
  return erased.length === ids.length ? 0 : 1
}

function contextOf(): CommandContext {
  const id = randomUUID()
  return { actor: null, at: isoNow(systemClock), correlationId: id, causationId: id, source: 'system' }
}
