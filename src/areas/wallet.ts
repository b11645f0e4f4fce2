import { ContainerModule } from 'inversify'
import { walletGroup } from '../../projections/wallet/projector.ts'
import { PARTS, TYPES } from '../identifiers.ts'
import { allowances } from '../wallet/allowances.ts'
import { createChallenges } from '../wallet/challenges.ts'
import { walletColumns } from '../wallet/columns.ts'
import { createWallet } from '../wallet/commands.ts'
import { walletChallenges } from '../wallet/migrations/090-wallet-challenges.ts'
import { walletNaming } from '../wallet/naming.ts'
import { walletRows } from '../wallet/read-model.ts'
import { walletRoutes } from '../wallet/routes.ts'
import type { Area } from './area.ts'

/** The wallet that a player says is theirs, and how they prove it. */
export const wallet: Area = {
  name: 'wallet',
  naming: walletNaming,
  module: new ContainerModule(({ bind }) => {
    bind(PARTS.Routes).toResolvedValue(
      ({ db }, handler, publicUrl) =>
        walletRoutes({ db, wallet: createWallet({ handler, challenges: createChallenges({ db }), publicUrl }) }),
      [TYPES.Database, TYPES.Handler, TYPES.PublicUrl],
    )
  }),
  groups: () => [walletGroup],
  rows: walletRows,
  columns: walletColumns,
  allowances,
  migrations: [walletChallenges],
  person: [{ view: 'wallets', by: ['user_id'] }],
  personTables: [{ table: 'app.wallet_challenges', shown: ['issued_at'] }],
}
