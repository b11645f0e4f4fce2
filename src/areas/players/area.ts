import { ContainerModule } from 'inversify'
import { PARTS, TYPES } from '../../identifiers.ts'
import { ACHIEVEMENTS } from '../achievements/area.ts'
import type { Area } from '../area.ts'
import { scoreQuery } from '../boards/score.ts'
import { FIXTURES } from '../fixtures/area.ts'
import { createLeagueRanks } from '../leagues/league-ranks.ts'
import { playerRoutes } from './routes.ts'

/** Player pages: the profile, record and revealed predictions of another player. */
export const players: Area = {
  name: 'players',
  module: new ContainerModule(({ bind }) => {
    bind(PARTS.Routes).toResolvedValue(
      ({ db }, catalogue, seasons, fixtures) =>
        playerRoutes({
          ...{ db, catalogue, seasons },
          scoreIn: scoreQuery,
          rankingsIn: createLeagueRanks({ db }).rankings,
          fixturesOf: fixtures.byIds,
        }),
      [TYPES.Database, ACHIEVEMENTS.Catalogue, FIXTURES.Seasons, FIXTURES.FixtureCache],
    )
  }),
}
