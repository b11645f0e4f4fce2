import { createHash } from 'node:crypto'
import type { PickVerdict } from '../../predictions/contract.ts'
import type { SharedPick, SharedPrediction } from '../contract.ts'

/** A club as the picture shows it. */
export interface CardClub {
  readonly name: string
  readonly code: string
  readonly letters: string
  readonly colours: { readonly field: string; readonly band: string; readonly letters: string }
}

export interface CardPick {
  readonly home: CardClub
  readonly away: CardClub
  /** `2–1`, or the word of the result. */
  readonly said: string
  readonly points: number | null
  readonly verdict: PickVerdict | null
}

/** All that the picture of a share shows. The same card is the same picture. */
export interface Card {
  readonly title: string
  readonly by: string
  /** Stands beside the display name, as it may look like that of somebody else (docs/threats.md T91); null: they are the same. */
  readonly username: string | null
  /** Sum of the finished ones; null: none is. */
  readonly points: number | null
  /** Ten at most. */
  readonly picks: readonly CardPick[]
  /** Picks that have no room. */
  readonly more: number
}

/** Two columns of five. */
const MOST = 10
const WORDS = { home: 'Home', draw: 'Draw', away: 'Away' } as const

/** Part of every key: raised when the look changes, so that kept pictures do not stay. */
const LOOK = 2

/** What the picture of a share shows of it now. */
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
    said: homeScore === null || awayScore === null ? WORDS[result] : `${homeScore}–${awayScore}`,
    points: pointsEarned,
    verdict,
  }
}

/** What the picture says, for those who do not see it. */
export function cardInWords({ title, by, username, points, picks, more }: Card): string {
  const count = picks.length + more
  return [
    title,
    `by ${by}${username === null ? '' : ` @${username}`}`,
    `${count} ${count === 1 ? 'pick' : 'picks'}`,
    ...(points === null ? [] : [`${points} points`]),
  ].join(', ')
}

/** A name for the picture: another one as soon as it shows anything else. */
export const keyOf = (card: Card): string =>
  createHash('sha256')
    .update(JSON.stringify([LOOK, card]))
    .digest('base64url')
    .slice(0, 16)
