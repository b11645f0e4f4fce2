import { ContainerModule } from 'inversify'
import { shoutsGroup } from '../../../projections/shouts/projector.ts'
import { identifier, PARTS, TYPES } from '../../identifiers.ts'
import { ACCOUNTS } from '../accounts/area.ts'
import type { Area } from '../area.ts'
import { createShouts, quotas, type Shouts } from './commands.ts'
import { shoutEvents, shoutIds, shoutStream } from './events.ts'
import { shoutNotifications } from './notifications.ts'
import { shoutRoutes } from './routes.ts'
import { shoutTables } from './tables.ts'

const SHOUTS = identifier<Shouts>('Shouts')

/** Shouts between players. */
export const shouts: Area = {
  name: 'shouts',
  events: shoutEvents,
  module: new ContainerModule(({ bind }) => {
    bind(SHOUTS).toResolvedValue(
      (handler, ids, accounts) => createShouts({ handler, ids, accounts }),
      [TYPES.Handler, TYPES.Ids, ACCOUNTS.Accounts],
    )
    bind(PARTS.Routes).toResolvedValue(({ db }, shouts) => shoutRoutes(db, shouts), [TYPES.Database, SHOUTS])
  }),
  groups: () => [shoutsGroup],
  readModel: shoutTables,
  personalStreams: [{ of: 'shouts', by: 'user_id', stream: ({ id }) => shoutStream(id) }],
  quotas,
  ids: [shoutIds],
  notifications: shoutNotifications,
}
