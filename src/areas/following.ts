import { ContainerModule } from 'inversify'
import { followingGroup } from '../../projections/following/projector.ts'
import { allowances } from '../following/allowances.ts'
import { followingColumns } from '../following/columns.ts'
import { createFollowing } from '../following/commands.ts'
import { followNaming } from '../following/naming.ts'
import { followingRows } from '../following/read-model.ts'
import { followingRoutes } from '../following/routes.ts'
import { PARTS, TYPES } from '../identifiers.ts'
import type { Area } from './area.ts'
import { FIXTURES } from './fixtures.ts'

/** Who follows whom. */
export const following: Area = {
  name: 'following',
  naming: followNaming,
  module: new ContainerModule(({ bind }) => {
    bind(PARTS.Routes).toResolvedValue(
      ({ db }, handler, seasons) => followingRoutes({ db, following: createFollowing({ handler }), seasons }),
      [TYPES.Database, TYPES.Handler, FIXTURES.Seasons],
    )
  }),
  groups: () => [followingGroup],
  rows: followingRows,
  columns: followingColumns,
  allowances,
  person: [
    { view: 'follows', by: ['follower_id', 'followed_id'] },
    { view: 'followed_players', by: ['user_id'] },
  ],
}
