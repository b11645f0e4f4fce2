import { ContainerModule } from 'inversify'
import { scoreIn, scoreQuery } from '../boards/score.ts'
import { PARTS, TYPES } from '../identifiers.ts'
import { createPlaces } from '../leagues/places.ts'
import { playerRoutes } from '../players/routes.ts'
import type { Area } from './area.ts'
import { FIXTURES } from './fixtures.ts'

/** What players see of each other. */
export const players: Area = {
  name: 'players',
  module: new ContainerModule(({ bind }) => {
    bind(PARTS.Routes).toResolvedValue(
      ({ db }, catalogue, seasons, kept) =>
        playerRoutes({
          ...{ db, catalogue, seasons },
          scoreOf: { query: scoreQuery, read: scoreIn },
          rankingsIn: createPlaces({ db }).rankings,
          fixturesOf: kept.byIds,
        }),
      [TYPES.Database, TYPES.Catalogue, FIXTURES.Seasons, FIXTURES.KeptFixtures],
    )
  }),
}
