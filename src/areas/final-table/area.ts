import { ContainerModule } from 'inversify'
import { finalsGroup } from '../../../projections/finals/projector.ts'
import { identifier, PARTS, TYPES } from '../../identifiers.ts'
import type { Area } from '../area.ts'
import { FIXTURES } from '../fixtures/area.ts'
import { PREVIEWS } from '../previews/area.ts'
import { createPredictFinalTable, quotas } from './commands.ts'
import { finalTableEvents, finalTableStream } from './events.ts'
import { createFinalTables, type FinalTableKey, type FinalTables } from './final-tables.ts'
import { createFinalTablePage } from './page.ts'
import { usernameOf } from './queries.ts'
import { finalTableRoutes } from './routes.ts'
import { finalTableTables } from './tables.ts'

const FINAL_TABLES = {
  Tables: identifier<FinalTables>('FinalTables'),
  Key: identifier<FinalTableKey>('FinalTableKey'),
} as const

/** Predictions of a season’s final table, with a board of their own. */
export const finalTable: Area = {
  name: 'final-table',
  events: finalTableEvents,
  module: new ContainerModule(({ bind }) => {
    bind(FINAL_TABLES.Key).toResolvedValue(
      (personal) => (userId, season) => personal.hmac('final-table', `${userId}/${season}`),
      [TYPES.PersonalData],
    )
    bind(FINAL_TABLES.Tables).toResolvedValue(
      ({ db }, seasons, changed, tableKey) => createFinalTables({ db, seasons, changed, tableKey }),
      [TYPES.Database, FIXTURES.Seasons, TYPES.TopicVersions, FINAL_TABLES.Key],
    )
    bind(PARTS.Routes).toResolvedValue(
      ({ db }, handler, tables, seasons) =>
        finalTableRoutes({ tables, predict: createPredictFinalTable({ db, handler }), seasons }),
      [TYPES.Database, TYPES.Handler, FINAL_TABLES.Tables, FIXTURES.Seasons],
    )
    bind(PARTS.HeadedPage).toResolvedValue(
      ({ db }, tables, tableKey, drawCard) =>
        createFinalTablePage({ tables, tableKey, usernameOf: (userId) => usernameOf(db, userId), drawCard }),
      [TYPES.Database, FINAL_TABLES.Tables, FINAL_TABLES.Key, PREVIEWS.DrawCard],
    )
  }),
  groups: () => [finalsGroup],
  readModel: finalTableTables,
  personalStreams: [
    { of: 'final_tables', by: 'user_id', stream: ({ user_id, season }) => finalTableStream(user_id, season) },
  ],
  quotas,
}
