import { ContainerModule } from 'inversify'
import { proofsGroup } from '../../../projections/proofs/projector.ts'
import { identifier, PARTS, TYPES } from '../../identifiers.ts'
import type { Area } from '../area.ts'
import { FIXTURES } from '../fixtures/area.ts'
import { sealAppTables } from './app-tables.ts'
import { createCheckerPage } from './checker-page.ts'
import { sealEvents } from './events.ts'
import { createSigner, SIGNING_KEY } from './note.ts'
import { createReceipts } from './receipts.ts'
import { proofRoutes } from './routes.ts'
import { createSeals, type Seals } from './seals.ts'
import { sealTables } from './tables.ts'

export const PROOFS = { Seals: identifier<Seals>('Seals') } as const

const module = new ContainerModule(({ bind }) => {
  bind(PROOFS.Seals).toResolvedValue(
    (database, handler, log, progress, { keysOf, derivedKey }) =>
      createSeals({ database, handler, log, progress, keysOf, signer: createSigner(derivedKey(SIGNING_KEY)) }),
    [TYPES.Database, TYPES.Handler, TYPES.Log, TYPES.Progress, TYPES.PersonalData],
  )
  bind(PARTS.Routes).toResolvedValue(
    ({ db }, seals, { keysOf }, seasons) =>
      proofRoutes({
        ...{ db, seals, seasons },
        receipts: createReceipts({ db, seals, keysOf }),
        checkerPage: createCheckerPage(),
      }),
    [TYPES.Database, PROOFS.Seals, TYPES.PersonalData, FIXTURES.Seasons],
  )
  bind(PARTS.Job).toResolvedValue(
    (seals) => ({ name: 'seals', schedule: '*/15 * * * * *', run: (at) => seals.run(at) }),
    [PROOFS.Seals],
  )
})

/** Seals of picks and boards, and the receipts of players. */
export const proofs: Area = {
  name: 'proofs',
  events: sealEvents,
  module,
  groups: () => [proofsGroup],
  readModel: sealTables,
  appTables: sealAppTables,
}
