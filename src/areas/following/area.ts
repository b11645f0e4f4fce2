import { ContainerModule } from 'inversify'
import { followingGroup } from '../../../projections/following/projector.ts'
import { PARTS, TYPES } from '../../identifiers.ts'
import type { Area } from '../area.ts'
import { FIXTURES } from '../fixtures/area.ts'
import { createFollowing, quotas } from './commands.ts'
import { followEvents } from './events.ts'
import { followingRoutes } from './routes.ts'
import { followStream } from './streams.ts'
import { followingTables } from './tables.ts'

/** Follow relations between players. */
export const following: Area = {
  name: 'following',
  events: followEvents,
  module: new ContainerModule(({ bind }) => {
    bind(PARTS.Routes).toResolvedValue(
      ({ db }, handler, seasons) => followingRoutes({ db, following: createFollowing({ handler }), seasons }),
      [TYPES.Database, TYPES.Handler, FIXTURES.Seasons],
    )
  }),
  groups: () => [followingGroup],
  readModel: followingTables,
  quotas,
  personalStreams: [
    {
      of: 'follows',
      by: 'follower_id',
      stream: ({ follower_id, followed_id }) => followStream(follower_id, followed_id),
    },
  ],
}
