import { ContainerModule } from 'inversify'
import { shoutsGroup } from '../../projections/shouts/projector.ts'
import { identifier, PARTS, TYPES } from '../identifiers.ts'
import { allowances } from '../shouts/allowances.ts'
import { shoutColumns } from '../shouts/columns.ts'
import { createShouts, type Shouts } from '../shouts/commands.ts'
import { shoutIds } from '../shouts/ids.ts'
import { shoutLetters } from '../shouts/letters.ts'
import { shoutSequence } from '../shouts/migrations/100-shout-ids.ts'
import { shoutNaming } from '../shouts/naming.ts'
import { shoutRows } from '../shouts/read-model.ts'
import { shoutRoutes } from '../shouts/routes.ts'
import { ACCOUNTS } from './accounts.ts'
import type { Area } from './area.ts'

const SHOUTS = identifier<Shouts>('Shouts')

/** What players shout at each other. */
export const shouts: Area = {
  name: 'shouts',
  naming: shoutNaming,
  module: new ContainerModule(({ bind }) => {
    bind(SHOUTS).toResolvedValue(
      (handler, ids, accounts) => createShouts({ handler, ids, accounts }),
      [TYPES.Handler, TYPES.Ids, ACCOUNTS.Accounts],
    )
    bind(PARTS.Routes).toResolvedValue(({ db }, shouts) => shoutRoutes({ db, shouts }), [TYPES.Database, SHOUTS])
  }),
  groups: () => [shoutsGroup],
  rows: shoutRows,
  columns: shoutColumns,
  allowances,
  ids: [shoutIds],
  migrations: [shoutSequence],
  letters: shoutLetters,
  person: [{ view: 'shouts', by: ['user_id', 'player_id'] }],
}
