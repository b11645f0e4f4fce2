// npm run analyst -- create [ROLE] | remove [ROLE]
import { createAnalystAccess } from '../src/areas/analysts/analyst-access.ts'
import { ANALYST, createAnalystRoles, RoleRefused } from '../src/areas/analysts/roles.ts'
import { columns, hidden } from '../src/areas/index.ts'
import { isoNow, systemClock } from '../src/kernel/clock.ts'
import { createCommand, Refused, runHere } from './support/shell.ts'

const usage = `npm run analyst -- create [ROLE]    creates a PostgreSQL role that can read the read models, and prints its address once
npm run analyst -- remove [ROLE]    removes the role; refused while it owns objects, but ends its sign-in

The role (${ANALYST} by default) can read the schemas read and analysis, and cannot write. It cannot read private data: addresses,
chats, wallets, reports. It can read picks before their cutoff, in read.predictions: do not give it to a player. For an existing
role, create sets a new password.

Uses the store of the settings (DATA_DIR, DATABASE_URL); the server may run meanwhile.`

export const main = createCommand({
  usage,
  needsArguments: true,
  expected: [RoleRefused],
  async work({ settings, open, print, warn }, { positionals: [command = '', role = ANALYST, ...more] }) {
    if (command !== 'create' && command !== 'remove')
      throw new Refused(`npm run analyst does not know ${command}; it takes create [ROLE] or remove [ROLE]`)
    if (more[0] !== undefined)
      throw new Refused(`npm run analyst -- ${command} takes one role; ${more[0]} is one too many`)
    const { database } = await open(settings())
    const { pool } = database
    const roles = createAnalystRoles({ pool, access: createAnalystAccess({ pool, columns, hidden }) })
    if (command === 'remove') {
      if (!(await roles.remove(role))) throw new Refused(`There is no role ${role} created by this command`)
      print(`${role} was removed`)
      return 0
    }
    const { password, forAdministrator } = await roles.create(role, isoNow(systemClock))
    const address = new URL(database.url)
    address.username = role
    address.password = password
    warn(`${role} can read picks before their cutoff, in read.predictions: do not give it to a player.`)
    if (forAdministrator.length > 0)
      warn(
        `An administrator of the server must run these statements in ${address.pathname.slice(1)}, so that no role can disturb the game; create the role again after a grant of connect:\n${forAdministrator.map((sql) => `${sql};`).join('\n')}`,
      )
    print(address.href)
    return 0
  },
})

if (import.meta.main) await runHere(main)
