import { ContainerModule } from 'inversify'
import { sharingGroup } from '../../../projections/sharing/projector.ts'
import { identifier, PARTS, TYPES } from '../../identifiers.ts'
import { systemContext } from '../../kernel/system-context.ts'
import type { Area } from '../area.ts'
import { FIXTURES } from '../fixtures/area.ts'
import { PREVIEWS } from '../previews/area.ts'
import { sharingAppTables } from './app-tables.ts'
import { createSharing, quotas, type Sharing } from './commands.ts'
import { shareCommentEvents, shareEvents, shareReactionEvents, shareViewsEvents } from './events.ts'
import { feedRoutes } from './feed-routes.ts'
import { commentIds, shareIds } from './ids.ts'
import { sharingNotifications } from './notifications.ts'
import { createSharedPage } from './page.ts'
import { shareRooms } from './rooms.ts'
import { sharingRoutes } from './routes.ts'
import { commentStream, reactionStream, shareStream } from './streams.ts'
import { shareTables } from './tables.ts'
import { createViews, type Views } from './views.ts'

export const SHARING = {
  Sharing: identifier<Sharing>('Sharing'),
  Views: identifier<Views>('ShareViews'),
} as const

const module = new ContainerModule(({ bind }) => {
  bind(SHARING.Sharing).toResolvedValue(
    ({ db }, handler, ids) => createSharing({ db, handler, ids }),
    [TYPES.Database, TYPES.Handler, TYPES.Ids],
  )
  bind(SHARING.Views).toResolvedValue(
    ({ db }, handler, personal) => createViews({ db, handler, hash: (text) => personal.hmac('share-viewer', text) }),
    [TYPES.Database, TYPES.Handler, TYPES.PersonalData],
  )
  bind(PARTS.SocketRoom).toResolvedValue(shareRooms, [TYPES.Database])
  bind(PARTS.Routes).toResolvedValue(
    ({ db }, fixtures, changed) => feedRoutes({ db, fixturesOf: fixtures.byIds, changed }),
    [TYPES.Database, FIXTURES.FixtureCache, TYPES.TopicVersions],
  )
  bind(PARTS.Routes).toResolvedValue(
    ({ db }, sharing, views, fixtures) => sharingRoutes({ db, sharing, views, fixturesOf: fixtures.byIds }),
    [TYPES.Database, SHARING.Sharing, SHARING.Views, FIXTURES.FixtureCache],
  )
  bind(PARTS.HeadedPage).toResolvedValue(
    ({ db }, fixtures, drawCard) => createSharedPage({ db, fixturesOf: fixtures.byIds, drawCard }),
    [TYPES.Database, FIXTURES.FixtureCache, PREVIEWS.DrawCard],
  )
  bind(PARTS.Job).toResolvedValue(
    (views) => ({ name: 'share-views', schedule: '* * * * *', run: (at) => views.flush(systemContext(at)) }),
    [SHARING.Views],
  )
})

/** Shared predictions, with their likes, comments, views and reports. */
export const sharing: Area = {
  name: 'sharing',
  events: { ...shareEvents, ...shareCommentEvents, ...shareReactionEvents, ...shareViewsEvents },
  module,
  groups: () => [sharingGroup],
  readModel: shareTables,
  quotas,
  ids: [shareIds, commentIds],
  appTables: sharingAppTables,
  notifications: sharingNotifications,
  personalStreams: [
    { of: 'shares', by: 'user_id', stream: ({ id }) => shareStream(id) },
    { of: 'share_comments', by: 'user_id', stream: ({ id }) => commentStream(id) },
    { of: 'share_likes', by: 'user_id', stream: ({ share_id, user_id }) => reactionStream(share_id, user_id) },
    { of: 'share_passes', by: 'user_id', stream: ({ share_id, user_id }) => reactionStream(share_id, user_id) },
  ],
}
