import { firstCutoff, foldCutoff } from '../fixtures/cutoff.ts'
import type { FixtureEvent, GameweekEvent } from '../fixtures/events.ts'
import { changesOf } from '../fixtures/match.ts'
import { SIGNS, type Sign } from './season-picks.ts'

/** The facts of a match that rules of achievements need. */
export interface SeasonMatch {
  readonly id: number
  readonly gameweek: number
  readonly home: number
  readonly away: number
  /** Milliseconds; null without a date. */
  readonly kickoff: number | null
  /**
   * Predictions are accepted before this time, in milliseconds. A cutoff that has passed does not change. Null without
   * a date.
   */
  readonly cutoff: number | null
  /** 0 without a result that counts. */
  readonly result: Sign
  /** null without a score: an awarded match, or no result. */
  readonly score: readonly [home: number, away: number] | null
  readonly isCancelled: boolean
  readonly isAbandoned: boolean
  /**
   * Numbers of picks for home, draw and away. Set when the gameweek has settled and the match has a result; removed
   * when it loses the result.
   */
  readonly picked: readonly [home: number, draw: number, away: number] | null
}

/** Matches of a season by slot, in the order of scheduling, and its settled gameweeks in the order of settlement. */
export interface SeasonState {
  readonly matches: readonly SeasonMatch[]
  readonly settled: readonly number[]
}

export const emptySeason: SeasonState = { matches: [], settled: [] }

const noResult = { result: 0, score: null, isCancelled: false, isAbandoned: false, picked: null } as const

const msOf = (time: string | null): number | null => (time === null ? null : Date.parse(time))

/** The initial state of a match. */
export function scheduled({ data }: Extract<FixtureEvent, { type: 'FixtureScheduled' }>): SeasonMatch {
  const { fixtureId: id, gameweek, homeTeamId: home, awayTeamId: away, kickoff } = data
  return { id, gameweek, home, away, kickoff: msOf(kickoff), cutoff: firstCutoff(kickoff), ...noResult }
}

/**
 * Applies an event, which replaces earlier values (src/areas/fixtures/events.ts). Returns the same object if nothing
 * changes. `at` is the event's time in milliseconds.
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

/** True with a result or after a cancellation: a new date does not reopen the match. */
export const isOver = ({ result, isCancelled }: SeasonMatch): boolean => result !== 0 || isCancelled

/** True while the match is still expected to be played. */
export const isPending = (match: SeasonMatch): boolean => !isOver(match) && !match.isAbandoned

/** True if the change may affect the achievements of players with a pick for the match. */
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
  if (season.settled.includes(data.gameweek)) return season
  return { ...season, settled: [...season.settled, data.gameweek] }
}
