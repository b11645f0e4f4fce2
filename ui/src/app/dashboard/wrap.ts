import { stored } from '../../lib/storage.ts'

/** Storage key of the player's answer to an invitation: to the wrap of the half, or after 38 played gameweeks of the season. */
export const wrapKey = (userId: number, season: string, played: number): string =>
  `plp.wrap.${userId}.${season}.${played > 37 ? 'season' : 'half'}`

/** Whether a wrap has ended and its invitation was not answered on this device (docs/rules.md R364). */
export const isWrapDue = (userId: number, season: string, played: number): boolean =>
  played > 18 && stored(wrapKey(userId, season, played)) === null
