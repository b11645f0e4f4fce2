import { ContainerModule } from 'inversify'
import type { ScoreOf } from '../accounts/queries.ts'
import { boardRoutes } from '../boards/routes.ts'
import { type Score, type ScoreRow, scoreIn, scoreQuery } from '../boards/score.ts'
import { identifier, PARTS, TYPES } from '../identifiers.ts'
import { isoNow } from '../kernel/clock.ts'
import type { Area } from './area.ts'
import { FIXTURES } from './fixtures.ts'

export const BOARDS = {
  /** Points and rank of a player, as a part of whoever's query. */
  ScoreOf: identifier<ScoreOf<ScoreRow, Score>>('ScoreOf'),
} as const

/** Leaderboards, statistics and the ledger of points. */
export const boards: Area = {
  name: 'boards',
  module: new ContainerModule(({ bind }) => {
    bind(BOARDS.ScoreOf).toResolvedValue(
      (seasons, clock) => ({
        query: async (userId) => scoreQuery(userId, await seasons.resolve(undefined, isoNow(clock))),
        read: scoreIn,
      }),
      [FIXTURES.Seasons, TYPES.Clock],
    )
    bind(PARTS.Routes).toResolvedValue(
      ({ db }, seasons, { passed }) => boardRoutes({ db, seasons, passed }),
      [TYPES.Database, FIXTURES.Seasons, TYPES.Engine],
    )
  }),
}
