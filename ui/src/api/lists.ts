import type { LockedAccount } from '../../../src/contracts/accounts.ts'
import type { Competition } from '../../../src/contracts/competitions.ts'
import { PAGE } from '../../../src/contracts/pages.ts'
import type { Prediction } from '../../../src/contracts/predictions.ts'
import { httpAll } from './http.ts'
import { keys } from './keys.ts'

/** Lists that pages search, count or sort as a whole: read to their end, which nearly always is their first page. */
export const lists = {
  predictions: () => httpAll<Prediction>(keys.predictions, PAGE.predictions, ({ fixtureId }) => fixtureId),
  competitions: () => httpAll<Competition>(keys.competitions, PAGE.competitions, ({ id }) => id),
  lockedAccounts: () => httpAll<LockedAccount>(keys.lockedAccounts, PAGE.lockedAccounts, ({ ip }) => ip),
}
