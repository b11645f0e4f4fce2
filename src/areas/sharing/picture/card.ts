import { createHash } from 'node:crypto'
import type { PickVerdict } from '../../predictions/contract.ts'
import type { SharedPick, SharedPrediction } from '../contract.ts'

/** A club in the picture of a share. */
export interface CardClub {
  readonly name: string
  readonly code: string
  readonly letters: string
  readonly colours: { readonly field: string; readonly band: string; readonly letters: string }
}

export interface CardPick {
  readonly home: CardClub
  readonly away: CardClub
  /** `2–1`, or the result as a word. */
  readonly call: string
  readonly points: number | null
  readonly verdict: PickVerdict | null
}

/** Everything that the picture of a share shows. Equal cards have equal pictures. */
export interface Card {
  readonly title: string
  readonly by: string
  /** Shown after the display name, which may imitate another player's (docs/threats.md T91); null: both are the same. */
  readonly username: string | null
  /** Sum over finished matches; null: no match is finished. */
  readonly points: number | null
  /** At most ten. */
  readonly picks: readonly CardPick[]
  /** Number of picks that are not shown. */
  readonly more: number
}

/** Two columns of five. */
const MOST = 10
const WORDS = { home: 'Home', draw: 'Draw', away: 'Away' } as const

/** Part of every key. Raise it when the design changes, so that cached pictures are drawn again. */
const DESIGN = 2

/** Returns the card of a share in its current state. */
export function cardOf({ title, user, points, predictionIds, predictionCount }: SharedPrediction): Card {
  return {
    title,
    by: user?.displayName ?? 'Anonymous',
    username: user && user.displayName !== user.username ? user.username : null,
    points,
    picks: predictionIds.slice(0, MOST).map(pickOf),
    more: Math.max(0, predictionCount - MOST),
  }
}

function pickOf({ fixture, homeScore, awayScore, result, pointsEarned, verdict }: SharedPick): CardPick {
  const club = ({ shortName, code, colours }: SharedPick['fixture']['homeTeam']): CardClub => ({
    name: shortName,
    code,
    letters: shortName.slice(0, 2).toUpperCase(),
    colours,
  })
  return {
    home: club(fixture.homeTeam),
    away: club(fixture.awayTeam),
    call: homeScore === null || awayScore === null ? WORDS[result] : `${homeScore}–${awayScore}`,
    points: pointsEarned,
    verdict,
  }
}

/** Returns the alternative text of the picture. */
export function cardInWords({ title, by, username, points, picks, more }: Card): string {
  const count = picks.length + more
  return [
    title,
    `by ${by}${username === null ? '' : ` @${username}`}`,
    `${count} ${count === 1 ? 'pick' : 'picks'}`,
    ...(points === null ? [] : [`${points} points`]),
  ].join(', ')
}

/** Returns a hash of the card and the design, for file names and ETags. */
export const keyOf = (card: Card): string =>
  createHash('sha256')
    .update(JSON.stringify([DESIGN, card]))
    .digest('base64url')
    .slice(0, 16)
