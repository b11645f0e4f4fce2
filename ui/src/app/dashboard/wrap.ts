import type { Prediction } from '../../../../src/areas/predictions/contract.ts'
import type { WrapPart } from '../../../../src/areas/wraps/contract.ts'
import type { Gameweeks } from '../../features/fixtures/model.ts'
import { stored } from '../../lib/storage.ts'

/** Storage key: whether the player has answered the invitation to this wrap. */
export const wrapKey = (userId: number, season: string, part: WrapPart): string =>
  `plp.wrap.${userId}.${season}.${part}`

/** A wrap that has just become available, with its settled gameweeks and picks. */
export interface WrapOffer {
  readonly part: WrapPart
  readonly gameweeks: number
  readonly picks: number
}

/** The wrap to invite to, once per device; null: none has ended, there are fewer than ten picks, or it was answered (docs/rules.md R364). */
export function wrapOffer(
  userId: number,
  season: string | undefined,
  { played }: Pick<Gameweeks, 'played'>,
  predictions: readonly Prediction[],
): WrapOffer | null {
  if (season === undefined || played.length < 19) return null
  const [part, gameweeks] = played.length < 38 ? (['half', 19] as const) : (['season', 38] as const)
  const picks = predictions.filter(
    ({ fixture, pointsEarned }) =>
      fixture.season === season &&
      fixture.gameweek <= gameweeks &&
      fixture.status === 'FINISHED' &&
      pointsEarned !== null,
  ).length
  return picks < 10 || stored(wrapKey(userId, season, part)) !== null ? null : { part, gameweeks, picks }
}
