// npm run erased -- list | apply FILE
import { readFileSync } from 'node:fs'
import { ACCOUNTS } from '../src/areas/accounts/area.ts'
import { createContainer } from '../src/container.ts'
import { isoNow, systemClock } from '../src/kernel/clock.ts'
import { systemContext } from '../src/kernel/system-context.ts'
import type { Stores } from '../src/stores.ts'
import { createCommand, Refused, runHere, type Shell } from './support/shell.ts'

const usage = `npm run erased -- list          prints the ids of all erased people, one per line; store them separately from backups (use npm run --silent)
npm run erased -- apply FILE    erases the people of such a list again after a backup was restored`

export const main = createCommand({
  usage,
  needsArguments: true,
  async work(shell, { positionals }) {
    const file = fileOf(positionals)
    const ids = file === null ? [] : idsOf(textOf(file))
    const stores = await shell.open(shell.settings())
    if (file !== null) return erase(ids, stores, shell)
    for (const id of await stores.personal.erasedPeople()) shell.print(String(id))
    return 0
  },
})

/** The file to apply; null for `list`. */
function fileOf([command, file, ...more]: readonly string[]): string | null {
  const known = command === 'list' || command === 'apply'
  const unknown = known ? (command === 'list' ? file : more[0]) : command
  if (unknown !== undefined) throw new Refused(`npm run erased does not know ${unknown}; it takes list or apply FILE`)
  if (command === 'list') return null
  if (file === undefined) throw new Refused('npm run erased -- apply takes the file with the list')
  return file
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new Refused(`${file} cannot be read (${(error as NodeJS.ErrnoException).code})`)
  }
}

/** The ids of a list. Skips the lines that npm prints without `--silent`. */
function idsOf(text: string): number[] {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('> '))
  const wrong = lines.find((line) => !/^[1-9]\d*$/.test(line))
  if (wrong !== undefined)
    throw new Refused(`a list of erased people contains one id per line, not ${JSON.stringify(wrong)}`)
  return lines.map(Number)
}

/** Deletes the accounts in the restored log and destroys the keys of all ids. Returns the exit code. */
async function erase(ids: readonly number[], stores: Stores, { logger, print, warn }: Shell): Promise<number> {
  const container = createContainer({ ...stores, clock: systemClock, logger, onChanges: () => undefined })
  const accounts = container.get(ACCOUNTS.Accounts)
  const erased: number[] = []
  for (const id of ids) {
    const outcome = await accounts.deleteUser(id, systemContext(isoNow(systemClock)))
    if (!outcome.ok && outcome.rejected === 'last-administrator')
      warn(
        `User ${id} is the last administrator of this backup: make another account an administrator, then apply the list again`,
      )
    else erased.push(id)
  }
  await stores.personal.erase(...erased)
  print(`${erased.length} of ${ids.length} erased`)
  return erased.length === ids.length ? 0 : 1
}

if (import.meta.main) await runHere(main)
