import { ContainerModule } from 'inversify'
import { sharingGroup } from '../../projections/sharing/group.ts'
import { identifier, PARTS, TYPES } from '../identifiers.ts'
import { systemContext } from '../kernel/system-context.ts'
import { allowances } from '../sharing/allowances.ts'
import { sharingColumns } from '../sharing/columns.ts'
import { createSharing, type Sharing } from '../sharing/commands.ts'
import { feedRoutes } from '../sharing/feed-routes.ts'
import { commentIds, shareIds } from '../sharing/ids.ts'
import { sharingLetters } from '../sharing/letters.ts'
import { sharingTables } from '../sharing/migrations/080-sharing.ts'
import { sharingNaming } from '../sharing/naming.ts'
import { createSharedPage } from '../sharing/page.ts'
import { createPictures } from '../sharing/picture/pictures.ts'
import { createSharedForPage, type SharedForPage } from '../sharing/public-page.ts'
import { shownShare } from '../sharing/queries.ts'
import { sharingRows } from '../sharing/read-model.ts'
import { sharingRoutes } from '../sharing/routes.ts'
import { createViews, type Views } from '../sharing/views.ts'
import type { Area } from './area.ts'
import { FIXTURES } from './fixtures.ts'

export const SHARING = {
  Sharing: identifier<Sharing>('Sharing'),
  Views: identifier<Views>('ShareViews'),
  /** A share as its public page shows it. */
  SharedForPage: identifier<SharedForPage>('SharedForPage'),
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
  bind(SHARING.SharedForPage).toResolvedValue(
    ({ db }, views, kept) => createSharedForPage({ db, views, fixturesOf: kept.byIds }),
    [TYPES.Database, SHARING.Views, FIXTURES.KeptFixtures],
  )
  bind(PARTS.Routes).toResolvedValue(
    ({ db }, kept, changed) => feedRoutes({ db, fixturesOf: kept.byIds, changed }),
    [TYPES.Database, FIXTURES.KeptFixtures, TYPES.Changed],
  )
  bind(PARTS.Routes).toResolvedValue(
    ({ db }, sharing, views, sharedForPage, kept) =>
      sharingRoutes({ db, sharing, views, sharedForPage, fixturesOf: kept.byIds }),
    [TYPES.Database, SHARING.Sharing, SHARING.Views, SHARING.SharedForPage, FIXTURES.KeptFixtures],
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
  naming: sharingNaming,
  module,
  groups: () => [sharingGroup],
  rows: sharingRows,
  columns: sharingColumns,
  allowances,
  ids: [shareIds, commentIds],
  migrations: [sharingTables],
  letters: sharingLetters,
  person: [
    { view: 'shares', by: ['user_id'], given: ({ token: _, ...row }) => row },
    { view: 'share_likes', by: ['user_id'] },
    { view: 'share_passes', by: ['user_id'] },
    { view: 'share_comments', by: ['user_id'] },
    { view: 'share_reports', by: ['reporter_id'] },
  ],
}
