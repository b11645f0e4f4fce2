import { ContainerModule, type ServiceIdentifier } from 'inversify'
import { createDesk, type Desk } from '../analysts/desk.ts'
import { analystRoles } from '../analysts/migrations/120-analysts.ts'
import { PARTS, TYPES } from '../identifiers.ts'
import type { Area } from './area.ts'

const DESK = Symbol('Desk') as ServiceIdentifier<Desk>

const module = new ContainerModule(({ bind }) => {
  bind(DESK).toResolvedValue(({ pool }, columns) => createDesk({ pool, columns }), [TYPES.Database, TYPES.Columns])
  bind(PARTS.Job).toResolvedValue(
    (desk) => ({ name: 'analysts', schedule: '41 * * * * *', run: () => desk.lay() }),
    [DESK],
  )
})

/** What those find who look at the read models with SQL. */
export const analysts: Area = { name: 'analysts', module, migrations: [analystRoles] }
