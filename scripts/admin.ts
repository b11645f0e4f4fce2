// npm run admin -- reset-password NAME | make NAME | export NAME
import type { Container } from 'inversify'
import { ACCOUNTS } from '../src/areas/accounts/area.ts'
import type { Accounts } from '../src/areas/accounts/commands.ts'
import { drawPassword } from '../src/areas/accounts/drawn-password.ts'
import { createContainer } from '../src/container.ts'
import { isoNow, systemClock } from '../src/kernel/clock.ts'
import type { CommandContext } from '../src/kernel/command-handler.ts'
import { systemContext } from '../src/kernel/system-context.ts'
import { createCommand, Refused, runHere } from './support/shell.ts'

const usage = `npm run admin -- reset-password NAME    sets a new random password, prints it, and ends the sessions of the account
npm run admin -- make NAME              makes the account an administrator
npm run admin -- export NAME            prints all personal data of a player as JSON (use npm run --silent)

For the operator of the server, which may run meanwhile. Uses the store of the settings (DATA_DIR, DATABASE_URL, EVENTSTORE_URL).`

export const main = createCommand({
  usage,
  needsArguments: true,
  async work({ settings, logger, open, print }, { positionals }) {
    const { command, name } = readArguments(positionals)
    const stores = await open(settings())
    const container = createContainer({ ...stores, clock: systemClock, logger, onChanges: () => undefined })
    print(await command(container, name))
    return 0
  },
})

type Command = (container: Container, name: string) => Promise<string>

function readArguments([action = '', name, ...more]: readonly string[]): { command: Command; name: string } {
  const commands: Record<string, Command> = { 'reset-password': resetPassword, make, export: exported }
  const command = Object.hasOwn(commands, action) ? commands[action] : undefined
  if (!command)
    throw new Refused(`npm run admin does not know ${action}; it takes reset-password NAME, make NAME or export NAME`)
  if (name === undefined) throw new Refused(`npm run admin -- ${action} takes the name of an account`)
  if (more[0] !== undefined) throw new Refused(`npm run admin -- ${action} takes one name; ${more[0]} is one too many`)
  return { command, name }
}

async function resetPassword(container: Container, name: string): Promise<string> {
  const accounts = container.get(ACCOUNTS.Accounts)
  const userId = await idOf(accounts, name)
  const password = drawPassword()
  const changed = await accounts.setPassword(userId, password, 'admin', context())
  if (!changed.ok) throw noSuch(name)
  return `${name} signs in with ${password} from now on`
}

async function make(container: Container, name: string): Promise<string> {
  const accounts = container.get(ACCOUNTS.Accounts)
  const userId = await idOf(accounts, name)
  const changed = await accounts.changeRole(userId, 'admin', context())
  if (!changed.ok) throw noSuch(name)
  return changed.position !== null ? `${name} is an administrator` : `${name} is already an administrator`
}

async function exported(container: Container, name: string): Promise<string> {
  const accounts = container.get(ACCOUNTS.Accounts)
  const userId = await idOf(accounts, name)
  const username = (await accounts.stateOf(userId))?.username ?? name
  return JSON.stringify(
    await container.get(ACCOUNTS.Exports).of({ userId, username, at: isoNow(systemClock) }),
    null,
    2,
  )
}

async function idOf(accounts: Accounts, name: string): Promise<number> {
  const credential = await accounts.credentialOf(name)
  if (!credential) throw noSuch(name)
  return credential.userId
}

function noSuch(name: string): Refused {
  return new Refused(`There is no account called ${name}`)
}

function context(): CommandContext {
  return systemContext(isoNow(systemClock))
}

if (import.meta.main) await runHere(main)
