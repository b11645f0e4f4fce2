import type { CurrentUser } from '../../../../src/areas/accounts/contract.ts'
import { stored } from '../../lib/storage.ts'

/** Storage key of a player's progress in the tour: the number of the step from 0, or `done`. */
export const tourKey = (userId: number): string => `plp.tour.${userId}`

/** Whether the player is new and has not ended the tour on this device (docs/rules.md R248). */
export const isTourDue = ({ id, lastLoginAt }: Pick<CurrentUser, 'id' | 'lastLoginAt'>): boolean =>
  lastLoginAt === null && stored(tourKey(id)) !== 'done'
