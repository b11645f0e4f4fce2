// npm run analyst -- create [ROLE] | remove [ROLE]
import { createAnalystAccess } from '../src/areas/analysts/analyst-access.ts'
import { ANALYST, createAnalystRoles, RoleRefused } from '../src/areas/analysts/roles.ts'
import { columns, hidden } from '../src/areas/index.ts'
import { isoNow, systemClock } from '../src/kernel/clock.ts'
import { Refused, runCommand } from './support/shell.ts'

const usage = `npm run analyst -- create [ROLE]    makes a role of PostgreSQL that reads the read models, and prints its address, once
npm run analyst -- remove [ROLE]    takes it away again

The role (${ANALYST} unless another name is given) reads the schemas read and analysis, and changes nothing. It is not given what people
have entrusted to the game: addresses, chats, wallets, reports. It does see picks before their cutoff, in read.predictions: do not give it
to somebody who plays. create for a role that is there gives it another password.

The store is the one of the settings (DATA_DIR, DATABASE_URL); the server may run meanwhile.`

await runCommand({
  usage,
  needsArguments: true,
  expected: [RoleRefused],
  async work({ settings, open }, { positionals: [command = '', role = ANALYST, ...more] }) {
    if (command !== 'create' && command !== 'remove')
      throw new Refused(`npm run analyst does not know ${command}; it takes create [ROLE] or remove [ROLE]`)
    if (more[0] !== undefined)
      throw new Refused(`npm run analyst -- ${command} takes one role; ${more[0]} is one too many`)
    const { database } = await open(settings())
    const { pool } = database
    const roles = createAnalystRoles({ pool, access: createAnalystAccess({ pool, columns, hidden }) })
    if (command === 'remove') {
      if (!(await roles.remove(role))) throw new Refused(`There is no role ${role} that was made here`)
      console.log(`${role} is gone`)
      return 0
    }
    const { password, forAdministrator } = await roles.create(role, isoNow(systemClock))
    const address = new URL(database.url)
    address.username = role
    address.password = password
    console.error(`${role} sees picks before their cutoff, in read.predictions: do not give it to somebody who plays.`)
    if (forAdministrator.length > 0)
      console.error(
        `Every role of this server can disturb the game until an administrator has run in ${address.pathname.slice(1)}:\n${forAdministrator.map((sql) => `${sql};`).join('\n')}`,
      )
    console.log(address.href)
    return 0
  },
})
