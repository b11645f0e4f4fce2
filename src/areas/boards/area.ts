import { ContainerModule } from 'inversify'
import { identifier, PARTS, TYPES } from '../../identifiers.ts'
import { isoNow } from '../../kernel/clock.ts'
import type { ScoreOf } from '../accounts/queries.ts'
import type { Area } from '../area.ts'
import { FIXTURES } from '../fixtures/area.ts'
import { boardRoutes } from './routes.ts'
import { scoreQuery } from './score.ts'
import { boardTables } from './tables.ts'

export const BOARDS = {
  /** Query for the points and rank of a player, as part of another query. */
  ScoreOf: identifier<ScoreOf>('ScoreOf'),
} as const

/** Leaderboards, statistics and the ledger of points. */
export const boards: Area = {
  name: 'boards',
  readModel: boardTables,
  module: new ContainerModule(({ bind }) => {
    bind(BOARDS.ScoreOf).toResolvedValue(
      (seasons, clock) => async (userId) => scoreQuery(userId, await seasons.resolve(undefined, isoNow(clock))),
      [FIXTURES.Seasons, TYPES.Clock],
    )
    bind(PARTS.Routes).toResolvedValue(
      ({ db }, seasons, { passed }) => boardRoutes({ db, seasons, passed }),
      [TYPES.Database, FIXTURES.Seasons, TYPES.Engine],
    )
  }),
}
