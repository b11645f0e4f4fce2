import type { Team } from '../../../../src/areas/fixtures/contract.ts'
import type { Prediction } from '../../../../src/areas/predictions/contract.ts'
import type { Author } from '../../../../src/areas/sharing/contract.ts'
import { nameInText } from '../../../../src/contracts/names.ts'
import type { Verdict } from '../../../../src/contracts/scoring-rules.ts'
import { wordFor } from '../../lib/numbers.ts'

/** Picks of a share that a post of the feed shows one below the other. */
export const IN_POST = 3

/** What a comment holds; the server says the same. */
export const COMMENT_MAX = 500

/** The page's address with the token: what is copied and pasted. */
export const shareLink = (origin: string, shareUrl: string): string => `${origin}/shared/${shareUrl}`

export const sharePath = (shareUrl: string): string => `/shared/${shareUrl}`

const ANONYMOUS = 'Anonymous'

export const nameOf = (user: Pick<Author, 'displayName' | 'username'> | null): string =>
  user === null ? ANONYMOUS : nameInText(user)

/** Somebody as `PlayerName` shows them where people speak. */
export const namesOf = (user: Pick<Author, 'id' | 'displayName' | 'username'> | null) =>
  user === null ? { id: null, name: ANONYMOUS } : { id: user.id, name: user.displayName, username: user.username }

export const LABELS = { home: 'Home Win', draw: 'Draw', away: 'Away Win' } as const

/** One pick of a share, as it is read: before, during and after its match. */
export interface Call {
  readonly id: number
  readonly home: Team
  readonly away: Team
  /** `open`: not begun. `off`: not played, postponed or cancelled. */
  readonly kind: 'open' | 'live' | 'awaiting' | 'off' | Verdict
  /** The first line of when it is, and the one below. */
  readonly when: string
  readonly below: string
  /** Of the day it belongs to, for headings; null: it has no date. */
  readonly day: string | null
  /** Its time in a narrow cell. */
  readonly brief: string
  /** It takes picks until then, in ms; null: it takes none. */
  readonly closesAt: number | null
  readonly pick: Pick<Prediction, 'predictedResult' | 'predictedHomeScore' | 'predictedAwayScore'>
  /** `2–1`; null: none is known. */
  readonly score: string | null
  /** What it has paid, or would if it ended now; null: nothing is known. */
  readonly points: number | null
  /** What stands in the place of points. */
  readonly word: string | null
  readonly note: string | null
}

interface Figure {
  readonly value: number
  readonly label: string
}

export type Summary = ReturnType<typeof summaryOf>

/** What a share has come to: one large figure, and those beside it. `closing` writes the moment of a cutoff. */
export function summaryOf(calls: readonly Call[], closing: (at: number) => string) {
  const number = (...kinds: readonly Call['kind'][]) => calls.filter(({ kind }) => kinds.includes(kind)).length
  const figures = (...all: readonly Figure[]) => all.filter(({ value }) => value > 0)
  const finished = number('exact', 'correct', 'wrong')
  const begun = finished + number('live', 'awaiting')
  const off = { value: number('off'), label: 'not played' }
  if (begun === 0) {
    const closes = calls.flatMap(({ closesAt }) => closesAt ?? [])
    const first = closes.length === 0 ? null : closing(Math.min(...closes))
    const then = first === null ? '' : calls.length === 1 ? `, closes ${first}` : `, first closes ${first}`
    return { big: { value: calls.length, label: wordFor(calls.length, 'pick') + then }, small: figures(off) }
  }
  const points = calls.reduce((sum, { kind, points }) => sum + (kind === 'live' ? 0 : (points ?? 0)), 0)
  if (finished + off.value < calls.length)
    return {
      big: { value: points, label: `${wordFor(points, 'point')} so far` },
      small: [
        { value: finished, label: `of ${calls.length} finished` },
        ...figures({ value: number('live'), label: 'live' }, off),
      ],
    }
  return {
    big: { value: points, label: wordFor(points, 'point') },
    small: [
      ...(['exact', 'correct', 'wrong'] as const).map((kind) => ({ value: number(kind), label: kind })),
      ...figures(off),
    ],
  }
}
