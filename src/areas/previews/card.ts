import { createHash } from 'node:crypto'
import type { PickVerdict } from '../predictions/contract.ts'
import { HEIGHT, WIDTH } from './size.ts'

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

/** Everything that the picture of a share or an invitation shows. Equal cards have equal pictures. */
export interface PicksCard {
  readonly kind: 'picks'
  readonly title: string
  readonly role: 'Shared by' | 'Founded by'
  readonly by: string
  /** Shown after the display name, which may imitate another player's (docs/threats.md T91); null: both are the same. */
  readonly username: string | null
  /** Large, beside the title. */
  readonly figure: { readonly value: number; readonly word: string } | null
  /** At most ten; none: an invitation. */
  readonly picks: readonly CardPick[]
  /** Number of picks that are not shown. */
  readonly more: number
}

/** A player in the picture of a duel. */
interface CardSide {
  readonly name: string
  /** As in `PicksCard`. */
  readonly username: string | null
  readonly points: number
}

/** Everything that the picture of a duel shows: totals only. */
export interface DuelCard {
  readonly kind: 'duel'
  /** The latest settled gameweek; null: none. */
  readonly gameweek: number | null
  readonly sides: readonly [CardSide, CardSide]
  readonly figures: readonly { readonly value: string; readonly word: string }[]
}

/** Everything that the pictures of a wrap show: wide for links, tall for stories. */
export interface WrapCard {
  readonly kind: 'wrap'
  readonly shape: 'wide' | 'tall'
  readonly title: string
  /** A username. */
  readonly name: string
  readonly about: string
  /** Share of the other players with fewer points; null: no other players. */
  readonly percent: number | null
  readonly figures: DuelCard['figures']
}

/** Everything that the picture of a final table shows: a predicted order beside the present places. */
export interface FinalTableCard {
  readonly kind: 'final-table'
  readonly title: string
  /** A username. */
  readonly name: string
  /** null: the clubs have no places yet. */
  readonly points: number | null
  readonly word: 'points' | 'points so far'
  /** In the predicted order; `points` null: the club has no place yet. */
  readonly clubs: readonly { readonly club: CardClub; readonly place: string; readonly points: number | null }[]
}

export type Picture = PicksCard | DuelCard | WrapCard | FinalTableCard

/** Draws a card for a client as a PNG. Throws a 503 at once if too many drawings wait, in total or of that client. */
export type DrawCard = (card: Picture, client: string) => Promise<Buffer>

/** Part of every key. Raise it when the design changes, so that cached pictures are drawn again. */
const DESIGN = 2

const named = ({ name, username }: Pick<CardSide, 'name' | 'username'>) =>
  `${name}${username === null ? '' : ` @${username}`}`

/** Returns the alternative text of the picture. */
export function cardInWords(card: Picture): string {
  if (card.kind === 'duel') {
    const sides = card.sides.map((side) => `${named(side)} ${side.points}`)
    return [...sides, ...(card.gameweek === null ? [] : [`after gameweek ${card.gameweek}`])].join(', ')
  }
  if (card.kind === 'wrap') return `${card.name}, ${card.title}, ${card.about}`
  if (card.kind === 'final-table') {
    const score = card.points === null ? [] : [`${card.points} ${card.word}`]
    return [card.name, card.title, ...score, card.clubs.map(({ club }) => club.name).join(', ')].join(', ')
  }
  const { title, by, username, figure, picks, more } = card
  const count = picks.length + more
  return [
    title,
    `by ${named({ name: by, username })}`,
    ...(count === 0 ? [] : [`${count} ${count === 1 ? 'pick' : 'picks'}`]),
    ...(figure === null ? [] : [`${figure.value} ${figure.word}`]),
  ].join(', ')
}

/** Returns a hash of the card and the design, for file names and ETags. */
export const keyOf = (card: Picture): string =>
  createHash('sha256')
    .update(JSON.stringify([DESIGN, card]))
    .digest('base64url')
    .slice(0, 16)

/** The file of a picture for a client, whose version is the picture's key; null: there is nothing to show. */
export async function pictureFile(draw: DrawCard, card: Picture | null, client: string, isPublic = false) {
  return card && { type: 'png', bytes: await draw(card, client), etag: keyOf(card), isPublic }
}

/** Returns the picture of a page, which is at `address` and serves it as `card.png`. */
export const imageOf = (address: string, card: Picture) => ({
  path: `${address}/card.png?v=${keyOf(card)}`,
  width: WIDTH,
  height: HEIGHT,
  alt: `Picture of the link: ${cardInWords(card)}`,
})
