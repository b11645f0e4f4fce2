import { ContainerModule } from 'inversify'
import { sharingGroup } from '../../projections/sharing/group.ts'
import { identifier, PARTS, TYPES } from '../identifiers.ts'
import { systemContext } from '../kernel/system-context.ts'
import { allowances } from '../sharing/allowances.ts'
import { createSharing } from '../sharing/commands.ts'
import { feedRoutes } from '../sharing/feed-routes.ts'
import { commentIds, shareIds } from '../sharing/ids.ts'
import { sharingLetters } from '../sharing/letters.ts'
import { sharingTables } from '../sharing/migrations/080-sharing.ts'
import { createSharedPage } from '../sharing/page.ts'
import { createPictures } from '../sharing/picture/pictures.ts'
import { createSharedForPage, type SharedForPage } from '../sharing/public-page.ts'
import { shownShare } from '../sharing/queries.ts'
import { sharingRows } from '../sharing/read-model.ts'
import { sharingRoutes } from '../sharing/routes.ts'
import { commentStream, reactionStream, shareStream } from '../sharing/streams.ts'
import { createViews, type Views } from '../sharing/views.ts'
import type { Area } from './area.ts'
import { FIXTURES } from './fixtures.ts'

export const SHARING = {
  Views: identifier<Views>('ShareViews'),
  /** A share as its public page shows it. */
  SharedForPage: identifier<SharedForPage>('SharedForPage'),
} as const

const module = new ContainerModule(({ bind }) => {
  bind(SHARING.Views).toResolvedValue(
    ({ db }, handler, personal) => createViews({ db, handler, hash: (text) => personal.hmac('share-viewer', text) }),
    [TYPES.Database, TYPES.Handler, TYPES.PersonalData],
  )
  bind(SHARING.SharedForPage).toResolvedValue(
    ({ db }, views, kept) => createSharedForPage({ db, views, fixturesOf: kept.byIds }),
    [TYPES.Database, SHARING.Views, FIXTURES.KeptFixtures],
  )
  bind(PARTS.Routes).toResolvedValue(
    ({ db }, kept, changed) => feedRoutes({ db, fixturesOf: kept.byIds, changed }),
    [TYPES.Database, FIXTURES.KeptFixtures, TYPES.Changed],
  )
  bind(PARTS.Routes).toResolvedValue(
    ({ db }, handler, ids, views, sharedForPage, kept) =>
      sharingRoutes({
        ...{ db, views, sharedForPage },
        sharing: createSharing({ db, handler, ids }),
        fixturesOf: kept.byIds,
      }),
    [
      ...([TYPES.Database, TYPES.Handler, TYPES.Ids, SHARING.Views] as const),
      ...([SHARING.SharedForPage, FIXTURES.KeptFixtures] as const),
    ],
  )
  bind(PARTS.HeadedPage).toResolvedValue(
    ({ db }, kept) => {
      const sharedAt = (token: string, at: string) =>
        shownShare(db, { token }, { readerId: null, at }, { fixturesOf: kept.byIds })
      return createSharedPage({ sharedAt, pictures: createPictures() })
    },
    [TYPES.Database, FIXTURES.KeptFixtures],
  )
  bind(PARTS.Job).toResolvedValue(
    (views) => ({ name: 'share-views', schedule: '* * * * *', run: (at) => views.flush(systemContext(at)) }),
    [SHARING.Views],
  )
})

/** What players share of their predictions, and what others do about it. */
export const sharing: Area = {
  name: 'sharing',
  module,
  groups: () => [sharingGroup],
  rows: sharingRows,
  allowances,
  ids: [shareIds, commentIds],
  migrations: [sharingTables],
  letters: sharingLetters,
  person: [
    { view: 'shares', by: ['user_id'], streams: ({ id }) => [shareStream(id)] },
    {
      view: 'share_likes',
      by: ['user_id'],
      streams: ({ share_id, user_id }) => [reactionStream(share_id, user_id)],
    },
    {
      view: 'share_passes',
      by: ['user_id'],
      streams: ({ share_id, user_id }) => [reactionStream(share_id, user_id)],
    },
    { view: 'share_comments', by: ['user_id'], streams: ({ id }) => [commentStream(id)] },
    {
      view: 'share_reports',
      by: ['reporter_id'],
      streams: ({ share_id, comment_id }) => [comment_id === null ? shareStream(share_id) : commentStream(comment_id)],
    },
  ],
}
