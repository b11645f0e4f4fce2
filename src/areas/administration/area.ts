import { ContainerModule } from 'inversify'
import { administrationGroup } from '../../../projections/administration/projector.ts'
import { PARTS, TYPES } from '../../identifiers.ts'
import { ACCOUNTS } from '../accounts/area.ts'
import type { Area } from '../area.ts'
import { CHAT } from '../chat/area.ts'
import { FIXTURES } from '../fixtures/area.ts'
import { SHARING } from '../sharing/area.ts'
import { reportRoutes } from './report-routes.ts'
import { administrationRoutes } from './routes.ts'
import { administrationTables } from './tables.ts'
import { userRoutes } from './user-routes.ts'

/** User administration, read models, the administrators' log and reports by players. */
export const administration: Area = {
  name: 'administration',
  module: new ContainerModule(({ bind }) => {
    bind(PARTS.Routes).toResolvedValue(
      (engine, logger) => administrationRoutes({ engine, logger }),
      [TYPES.Engine, TYPES.Logger],
    )
    bind(PARTS.Routes).toResolvedValue(
      ({ db }, chat, sharing) => reportRoutes({ db, chat, sharing }),
      [TYPES.Database, CHAT.Chat, SHARING.Sharing],
    )
    bind(PARTS.Routes).toResolvedValue(
      ({ db }, seasons, accounts, { passed }) => userRoutes({ db, seasons, accounts, passed }),
      [TYPES.Database, FIXTURES.Seasons, ACCOUNTS.Accounts, TYPES.Engine],
    )
  }),
  groups: () => [administrationGroup],
  readModel: administrationTables,
}
