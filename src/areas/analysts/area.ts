import { ContainerModule, type ServiceIdentifier } from 'inversify'
import { PARTS, TYPES } from '../../identifiers.ts'
import type { Area } from '../area.ts'
import { type AnalystAccess, createAnalystAccess } from './analyst-access.ts'
import { analystAppTables } from './app-tables.ts'
import { endLongTransactions } from './roles.ts'

const ACCESS = Symbol('AnalystAccess') as ServiceIdentifier<AnalystAccess>

const module = new ContainerModule(({ bind }) => {
  bind(ACCESS).toResolvedValue(
    ({ pool }, columns, hidden) => createAnalystAccess({ pool, columns, hidden }),
    [TYPES.Database, TYPES.Columns, TYPES.Hidden],
  )
  bind(PARTS.Job).toResolvedValue(
    (access, { pool }) => ({
      name: 'analysts',
      schedule: '41 * * * * *',
      async run() {
        await endLongTransactions(pool)
        await access.provision()
      },
    }),
    [ACCESS, TYPES.Database],
  )
})

/** Access to the read models with SQL, for analysts. */
export const analysts: Area = { name: 'analysts', module, appTables: analystAppTables }
