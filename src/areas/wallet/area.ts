import { ContainerModule } from 'inversify'
import { walletGroup } from '../../../projections/wallet/projector.ts'
import { PARTS, TYPES } from '../../identifiers.ts'
import type { Area } from '../area.ts'
import { walletAppTables } from './app-tables.ts'
import { createChallenges } from './challenges.ts'
import { createWallet, quotas } from './commands.ts'
import { walletEvents, walletStream } from './events.ts'
import { walletRoutes } from './routes.ts'
import { walletTables } from './tables.ts'

/** Connected wallets of players, and their verification by a signature. */
export const wallet: Area = {
  name: 'wallet',
  events: walletEvents,
  module: new ContainerModule(({ bind }) => {
    bind(PARTS.Routes).toResolvedValue(
      ({ db }, handler, publicUrl) =>
        walletRoutes({ db, wallet: createWallet({ handler, challenges: createChallenges({ db }), publicUrl }) }),
      [TYPES.Database, TYPES.Handler, TYPES.PublicUrl],
    )
  }),
  groups: () => [walletGroup],
  readModel: walletTables,
  quotas,
  appTables: walletAppTables,
  personalStreams: [{ of: 'people', by: 'id', stream: ({ id }) => walletStream(id) }],
}
