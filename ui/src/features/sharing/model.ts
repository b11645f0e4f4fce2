import type { Team } from '../../../../src/areas/fixtures/contract.ts'
import type { Prediction } from '../../../../src/areas/predictions/contract.ts'
import type { Author } from '../../../../src/areas/sharing/contract.ts'
import { nameInText } from '../../../../src/contracts/names.ts'
import type { Verdict } from '../../../../src/contracts/scoring-rules.ts'
import { wordFor } from '../../lib/numbers.ts'

/** Stacked picks shown in a feed post. */
export const IN_POST = 3

/** Maximum length of a comment, as on the server. */
export const COMMENT_MAX = 500

/** The public URL of a share. */
export const shareLink = (origin: string, shareUrl: string): string => `${origin}/shared/${shareUrl}`

export const sharePath = (shareUrl: string): string => `/shared/${shareUrl}`

const ANONYMOUS = 'Anonymous'

export const nameOf = (user: Pick<Author, 'displayName' | 'username'> | null): string =>
  user === null ? ANONYMOUS : nameInText(user)

/** A player's name as props of `PlayerName`, for social content. */
export const namesOf = (user: Pick<Author, 'id' | 'displayName' | 'username'> | null) =>
  user === null ? { id: null, name: ANONYMOUS } : { id: user.id, name: user.displayName, username: user.username }

export const LABELS = { home: 'Home Win', draw: 'Draw', away: 'Away Win' } as const

/** One pick of a share, before, during or after its match. */
export interface Call {
  readonly id: number
  readonly fixtureId: number
  readonly home: Team
  readonly away: Team
  /** `open`: before kickoff. `off`: postponed or cancelled. */
  readonly kind: 'open' | 'live' | 'awaiting' | 'off' | Verdict
  /** First and second line of the date. */
  readonly when: string
  readonly below: string
  /** Day heading; null: no date. */
  readonly day: string | null
  /** Time for narrow cells. */
  readonly brief: string
  /** Cutoff in ms; null: closed. */
  readonly closesAt: number | null
  readonly pick: Pick<Prediction, 'predictedResult' | 'predictedHomeScore' | 'predictedAwayScore'>
  /** `2–1`; null: unknown. */
  readonly score: string | null
  /** Points paid, or at the current score; null: unknown. */
  readonly points: number | null
  /** Text instead of points. */
  readonly word: string | null
  readonly note: string | null
}

interface Figure {
  readonly value: number
  readonly label: string
}

export type Summary = ReturnType<typeof summaryOf>

/** Headline figure of a share and its details. `closing` formats a cutoff. */
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
