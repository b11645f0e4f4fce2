import { firstCutoff, foldCutoff } from '../fixtures/cutoff.ts'
import type { FixtureEvent, GameweekEvent } from '../fixtures/events.ts'
import { changesOf } from '../fixtures/match.ts'
import { SIGNS, type Sign } from './season-picks.ts'

/** A match as achievements see it. */
export interface SeasonMatch {
  readonly id: number
  readonly gameweek: number
  readonly home: number
  readonly away: number
  /** Milliseconds; null: no date known. */
  readonly kickoff: number | null
  /** It takes predictions before this time; a cutoff that has passed stays where it was. Null: no date known. */
  readonly cutoff: number | null
  /** 0: none that counts. */
  readonly result: Sign
  /** null without a score: an awarded match, or no result. */
  readonly score: readonly [home: number, away: number] | null
  readonly isCancelled: boolean
  readonly isAbandoned: boolean
  /** How many picked home, draw and away, from when its gameweek has settled and it has a result until it loses that. */
  readonly picked: readonly [home: number, draw: number, away: number] | null
}

/** Matches of a season by slot, in the order in which they were scheduled, and its settled gameweeks in the order they settled. */
export interface SeasonState {
  readonly matches: readonly SeasonMatch[]
  readonly settled: readonly number[]
}

export const emptySeason: SeasonState = { matches: [], settled: [] }

const open = { result: 0, score: null, isCancelled: false, isAbandoned: false, picked: null } as const

const msOf = (time: string | null): number | null => (time === null ? null : Date.parse(time))

/** What a new match starts from. */
export function scheduled({ data }: Extract<FixtureEvent, { type: 'FixtureScheduled' }>): SeasonMatch {
  const { fixtureId: id, gameweek, homeTeamId: home, awayTeamId: away, kickoff } = data
  return { id, gameweek, home, away, kickoff: msOf(kickoff), cutoff: firstCutoff(kickoff), ...open }
}

/**
 * Every event replaces what the one before said (src/areas/fixtures/events.ts). The same object where nothing changes here. `at`: its
 * time in milliseconds.
 */
export function foldMatch(match: SeasonMatch, event: FixtureEvent, at: number): SeasonMatch {
  const changes = event.type === 'FixtureScheduled' ? null : changesOf(event, isOver(match))
  if (changes === null) return match
  const { gameweek = match.gameweek, kickoff, result } = changes
  const cutoff = foldCutoff(match.cutoff, event, at)
  const next = { ...match, gameweek, kickoff: kickoff === undefined ? match.kickoff : msOf(kickoff), cutoff }
  if (result === undefined) return next
  const { stage, outcome, score } = result
  return {
    ...next,
    result: outcome === null ? 0 : SIGNS[outcome],
    score: score && [score.home, score.away],
    isCancelled: stage === 'cancelled',
    isAbandoned: stage === 'abandoned',
    picked: outcome === null ? null : match.picked,
  }
}

/** Has a result or never will: a new date does not bring it back. */
export const isOver = ({ result, isCancelled }: SeasonMatch): boolean => result !== 0 || isCancelled

/** Still to be played, as far as anybody has said. */
export const isPending = (match: SeasonMatch): boolean => !isOver(match) && !match.isAbandoned

/** Whether what those with a pick for the match have earned may hang on the difference. */
export const counts = (before: SeasonMatch, after: SeasonMatch): boolean =>
  before.result !== after.result ||
  before.score?.[0] !== after.score?.[0] ||
  before.score?.[1] !== after.score?.[1] ||
  before.picked !== after.picked ||
  (after.result !== 0 && before.kickoff !== after.kickoff)

export function withMatch(season: SeasonState, slot: number, match: SeasonMatch): SeasonState {
  const matches = [...season.matches]
  matches[slot] = match
  return { ...season, matches }
}

export function withSettled(season: SeasonState, { data }: GameweekEvent): SeasonState {
  return { ...season, settled: [...season.settled, data.gameweek] }
}
