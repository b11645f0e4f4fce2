import { ContainerModule } from 'inversify'
import { administrationGroup } from '../../projections/administration/group.ts'
import { administrationColumns } from '../administration/columns.ts'
import { actFor } from '../administration/log.ts'
import { administrationRows } from '../administration/read-model.ts'
import { administrationRoutes } from '../administration/routes.ts'
import { userRoutes } from '../administration/user-routes.ts'
import { PARTS, TYPES } from '../identifiers.ts'
import { ACCOUNTS } from './accounts.ts'
import type { Area } from './area.ts'
import { FIXTURES } from './fixtures.ts'

/** What administrators do with users and with the read models, what they did, and what players have reported to them. */
export const administration: Area = {
  name: 'administration',
  module: new ContainerModule(({ bind }) => {
    bind(PARTS.Routes).toResolvedValue(
      ({ db }, engine, logger) => administrationRoutes({ db, engine, logger }),
      [TYPES.Database, TYPES.Engine, TYPES.Logger],
    )
    bind(PARTS.Routes).toResolvedValue(
      ({ db }, seasons, accounts, { passed }) => userRoutes({ db, seasons, accounts, passed }),
      [TYPES.Database, FIXTURES.Seasons, ACCOUNTS.Accounts, TYPES.Engine],
    )
  }),
  groups: () => [administrationGroup],
  rows: administrationRows,
  columns: administrationColumns,
  person: [{ view: 'administrators_acts', by: ['by_user_id', 'user_id'], given: actFor }],
}
