import type { WrapPart } from '../../../../src/areas/wraps/contract.ts'
import type { Gameweeks } from '../../features/fixtures/model.ts'
import { stored } from '../../lib/storage.ts'

/** Storage key of the player's answer to an invitation. */
export const wrapKey = (userId: number, season: string, part: WrapPart): string =>
  `plp.wrap.${userId}.${season}.${part}`

/** A part of a season without a match to come, with its gameweeks. */
export interface EndedPart {
  readonly part: WrapPart
  readonly gameweeks: readonly number[]
}

/** The latest part that has ended, if its invitation was not answered on this device, else null (docs/rules.md R364). */
export function dueWrap(userId: number, season: string, { played, upcoming }: Gameweeks): EndedPart | null {
  const all = [...played, ...upcoming].sort((a, b) => a - b)
  const ended: EndedPart =
    upcoming.length === 0
      ? { part: 'season', gameweeks: all }
      : { part: 'half', gameweeks: all.slice(0, Math.ceil(all.length / 2)) }
  const isDue = all.length > 0 && played.length >= ended.gameweeks.length
  return isDue && stored(wrapKey(userId, season, ended.part)) === null ? ended : null
}
