import { ContainerModule } from 'inversify'
import { finalsGroup } from '../../../projections/finals/projector.ts'
import { PARTS, TYPES } from '../../identifiers.ts'
import type { Area } from '../area.ts'
import { FIXTURES } from '../fixtures/area.ts'
import { createPredictFinalTable, quotas } from './commands.ts'
import { finalTableEvents, finalTableStream } from './events.ts'
import { createFinalTables } from './final-tables.ts'
import { finalTableRoutes } from './routes.ts'
import { finalTableTables } from './tables.ts'

/** Predictions of a season’s final table, with a board of their own. */
export const finalTable: Area = {
  name: 'final-table',
  events: finalTableEvents,
  module: new ContainerModule(({ bind }) => {
    bind(PARTS.Routes).toResolvedValue(
      ({ db }, handler, seasons, changed) =>
        finalTableRoutes({
          tables: createFinalTables({ db, seasons, changed }),
          predict: createPredictFinalTable({ db, handler }),
          seasons,
        }),
      [TYPES.Database, TYPES.Handler, FIXTURES.Seasons, TYPES.TopicVersions],
    )
  }),
  groups: () => [finalsGroup],
  readModel: finalTableTables,
  personalStreams: [
    { of: 'final_tables', by: 'user_id', stream: ({ user_id, season }) => finalTableStream(user_id, season) },
  ],
  quotas,
}
