import { ContainerModule } from 'inversify'
import { PARTS, TYPES } from '../../identifiers.ts'
import type { Area } from '../area.ts'
import { FIXTURES } from '../fixtures/area.ts'
import { createLive } from './live.ts'
import { createMatches } from './matches.ts'
import { matchRoutes } from './routes.ts'

/** The page of a match: counts of predictions, revealed picks, and the history of its result. */
export const matches: Area = {
  name: 'matches',
  module: new ContainerModule(({ bind }) => {
    bind(PARTS.Routes).toResolvedValue(
      ({ db }, handler, changed, fixtures, seasons) => {
        const matches = createMatches({ db, handler, changed, fixturesOf: fixtures.byIds })
        const live = createLive({ db, changed, fixtures, crowdOf: matches.crowdOf })
        return matchRoutes({ db, matches, live, seasons })
      },
      [TYPES.Database, TYPES.Handler, TYPES.TopicVersions, FIXTURES.FixtureCache, FIXTURES.Seasons],
    )
  }),
}
