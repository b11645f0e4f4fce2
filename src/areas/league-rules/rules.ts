import { classicScoring } from '../../contracts/league-scoring.ts'
import { hasPassedCutoff, type Openness } from '../fixtures/cutoff.ts'
import { matchesInWindow } from '../fixtures/gameweek-window.ts'
import type { Ruleset } from './contract.ts'

/** Rules that a league has chosen, from a gameweek of a season on until the next ones. */
export interface ChosenRules {
  readonly season: string
  readonly fromGameweek: number
  readonly rules: Ruleset
}

/** Rules of leagues that have chosen none. Null: of the newest season. */
export const classicRules = (season: string | null): Ruleset => ({
  ...classicScoring(season),
  joker: false,
  lateJoiners: 'season',
})

/** A gameweek of a season. */
export interface GameweekOf {
  readonly season: string
  readonly gameweek: number
}

const isUpTo = ({ season, fromGameweek }: ChosenRules, at: GameweekOf): boolean =>
  season < at.season || (season === at.season && fromGameweek <= at.gameweek)

/** Rules of a gameweek: the latest chosen for it or an earlier one. `chosen` ascending; seasons sort by name, the demo last. */
export const rulesAt = (chosen: readonly ChosenRules[], at: GameweekOf): Ruleset =>
  chosen.findLast((each) => isUpTo(each, at))?.rules ?? classicRules(at.season)

/** Adds rules in order. They replace those of this gameweek and later ones of its season. */
export function withChosen<Chosen extends ChosenRules>(chosen: readonly Chosen[], added: Chosen): readonly Chosen[] {
  const rest = withoutFrom(chosen, { season: added.season, gameweek: added.fromGameweek })
  return [
    ...rest.filter(({ season }) => season <= added.season),
    added,
    ...rest.filter(({ season }) => season > added.season),
  ]
}

/** Without the rules of this gameweek and later ones of its season. */
export const withoutFrom = <Chosen extends ChosenRules>(
  chosen: readonly Chosen[],
  from: GameweekOf,
): readonly Chosen[] =>
  chosen.filter(({ season, fromGameweek }) => season !== from.season || fromGameweek < from.gameweek)

const FIELDS = [
  'result',
  'goalDifference',
  'exact',
  'joker',
  'lateJoiners',
] as const satisfies readonly (keyof Ruleset)[]
export const isSameRules = (a: Ruleset, b: Ruleset): boolean => FIELDS.every((field) => a[field] === b[field])

/** Rules in a table, with the time of their choice (ISO 8601). */
export interface DatedRules extends ChosenRules {
  readonly changedAt: string
}

/** Whether the cutoff of a match has passed, or a simulated result came before it. */
export const hasClosed = (match: Openness, at: string): boolean =>
  match.status !== 'none' && (match.status === 'finished' || match.status === 'awarded' || hasPassedCutoff(match, at))

/** Status of the match of a joker. */
export type JokerMatch = Openness & { readonly gameweek?: number }

/**
 * Whether a joker on a match may be moved or taken off: until the match closes. A cancelled match, or one that has moved to
 * another gameweek, frees its joker.
 */
export const isJokerFree = (match: JokerMatch, gameweek: number, at: string): boolean =>
  match.status === 'none' || match.status === 'cancelled' || match.gameweek !== gameweek || !hasClosed(match, at)

/** A match of a season, to find the next gameweek. Times are ISO 8601. */
export interface SeasonMatch {
  readonly id: number
  readonly gameweek: number
  readonly kickoff: string | null
  readonly cutoff: string | null
  readonly hasClosed: boolean
  readonly isCancelled: boolean
}

export interface NextGameweek {
  readonly gameweek: number
  /** Its first cutoff; null: no dates yet. */
  readonly begins: string | null
  /** The match with that cutoff. */
  readonly fixtureId: number
}

/**
 * The first gameweek that has not begun, nor any later one; null: the last one has. A gameweek begins with the first cutoff of
 * the matches near its median kickoff: one played far ahead does not begin it.
 */
export function nextGameweek(matches: readonly SeasonMatch[]): NextGameweek | null {
  const gameweeks = [...Map.groupBy(matches, ({ gameweek }) => gameweek)].sort(([a], [b]) => a - b)
  const held = gameweeks.map(([gameweek, all]) => {
    const played = all.filter(({ isCancelled }) => !isCancelled)
    const window = matchesInWindow(
      played.map((match) => ({
        ...match,
        kickoff: match.kickoff === null ? null : Date.parse(match.kickoff),
        done: false,
      })),
    )
    const first = [...(window.length > 0 ? window : all)].sort(byCutoff)[0]!
    return { gameweek, begins: first.cutoff, fixtureId: first.id, hasBegun: window.some(({ hasClosed }) => hasClosed) }
  })
  const lastBegun = held.findLastIndex(({ hasBegun }) => hasBegun)
  const next = held[lastBegun + 1]
  return next ? { gameweek: next.gameweek, begins: next.begins, fixtureId: next.fixtureId } : null
}

/** Without a date last. */
const byCutoff = (a: Pick<SeasonMatch, 'cutoff' | 'id'>, b: Pick<SeasonMatch, 'cutoff' | 'id'>): number =>
  (a.cutoff ?? '~').localeCompare(b.cutoff ?? '~') || a.id - b.id
