import { ContainerModule } from 'inversify'
import { identifier, PARTS, TYPES } from '../../identifiers.ts'
import type { Area } from '../area.ts'
import { FIXTURES } from '../fixtures/area.ts'
import { PREVIEWS } from '../previews/area.ts'
import { createWrapPage, type WrapKey } from './page.ts'
import { wrapRoutes } from './routes.ts'
import { createWraps, type WrapOf } from './wrap.ts'

const WRAPS = { Of: identifier<WrapOf>('WrapOf'), Key: identifier<WrapKey>('WrapKey') } as const

/** A player's half-season or season in six cards. */
export const wraps: Area = {
  name: 'wraps',
  module: new ContainerModule(({ bind }) => {
    bind(WRAPS.Of).toResolvedValue(
      ({ db }, changed) => createWraps({ db, changed }),
      [TYPES.Database, TYPES.TopicVersions],
    )
    bind(WRAPS.Key).toResolvedValue(
      (personal) => (userId, season, part) => personal.hmac('wrap', `${userId}/${season}/${part}`),
      [TYPES.PersonalData],
    )
    bind(PARTS.Routes).toResolvedValue(
      (seasons, wrapOf, wrapKey) => wrapRoutes({ seasons, wrapOf, wrapKey }),
      [FIXTURES.Seasons, WRAPS.Of, WRAPS.Key],
    )
    bind(PARTS.HeadedPage).toResolvedValue(
      (wrapOf, wrapKey, drawCard) => createWrapPage({ wrapOf, wrapKey, drawCard }),
      [WRAPS.Of, WRAPS.Key, PREVIEWS.DrawCard],
    )
  }),
}
