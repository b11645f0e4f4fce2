import { ContainerModule } from 'inversify'
import { PARTS, TYPES } from '../../identifiers.ts'
import type { Area } from '../area.ts'
import { FIXTURES } from '../fixtures/area.ts'
import { analyticsRoutes } from './routes.ts'

/** Analytics of predictions: of all players, of clubs and of leagues. */
export const analytics: Area = {
  name: 'analytics',
  module: new ContainerModule(({ bind }) => {
    bind(PARTS.Routes).toResolvedValue(
      ({ db }, seasons, changed, { passed }) => analyticsRoutes({ db, seasons, changed, passed }),
      [TYPES.Database, FIXTURES.Seasons, TYPES.TopicVersions, TYPES.Engine],
    )
  }),
}
