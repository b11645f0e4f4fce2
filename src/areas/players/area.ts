import { ContainerModule } from 'inversify'
import { PARTS, TYPES } from '../../identifiers.ts'
import { ACHIEVEMENTS } from '../achievements/area.ts'
import type { Area } from '../area.ts'
import { scoreQuery } from '../boards/score.ts'
import { FIXTURES } from '../fixtures/area.ts'
import { createLeagueRanks } from '../leagues/league-ranks.ts'
import { playerRoutes } from './routes.ts'

/** What players see of each other. */
export const players: Area = {
  name: 'players',
  module: new ContainerModule(({ bind }) => {
    bind(PARTS.Routes).toResolvedValue(
      ({ db }, catalogue, seasons, kept) =>
        playerRoutes({
          ...{ db, catalogue, seasons },
          scoreIn: scoreQuery,
          rankingsIn: createLeagueRanks({ db }).rankings,
          fixturesOf: kept.byIds,
        }),
      [TYPES.Database, ACHIEVEMENTS.Catalogue, FIXTURES.Seasons, FIXTURES.FixtureCache],
    )
  }),
}
