import { CUTOFF_MINUTES, foldCutoff } from '../fixtures/cutoff.ts'
import type { FixtureEvent, GameweekEvent } from '../fixtures/events.ts'
import { SIGNS, type Sign, signOf } from './card.ts'

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

export const CUTOFF_MS = CUTOFF_MINUTES * 60_000

const open = { result: 0, score: null, isCancelled: false, isAbandoned: false, picked: null } as const

/** What a new match starts from. */
export function scheduled({ data }: Extract<FixtureEvent, { type: 'FixtureScheduled' }>): SeasonMatch {
  const { fixtureId: id, gameweek, homeTeamId: home, awayTeamId: away, kickoff } = data
  const time = kickoff === null ? null : Date.parse(kickoff)
  const cutoff = time === null ? null : time - CUTOFF_MS
  return { id, gameweek, home, away, kickoff: time, cutoff, ...open }
}

/**
 * Every event replaces what the one before said (src/fixtures/events.ts). The same object where nothing changes here. `at`: its
 * time in milliseconds.
 */
export function foldMatch(match: SeasonMatch, event: FixtureEvent, at: number): SeasonMatch {
  const cutoff = foldCutoff(match.cutoff, event, at)
  switch (event.type) {
    case 'FixtureScheduled':
    case 'FeedResultNoted':
      return match
    case 'MatchStarted':
      return { ...match, cutoff }
    case 'FixtureRescheduled': {
      const kickoff = Date.parse(event.data.kickoff)
      return { ...match, ...(isOver(match) ? {} : open), kickoff, cutoff }
    }
    case 'FixtureMovedToGameweek':
      return { ...match, gameweek: event.data.gameweek }
    case 'FixturePostponed':
      return { ...match, ...open, kickoff: null, cutoff }
    case 'MatchFinished':
    case 'MatchResultCorrected':
      return played(match, event.data.homeScore, event.data.awayScore)
    case 'ResultLifted': {
      const { homeScore, awayScore } = event.data
      return homeScore === null || awayScore === null ? { ...match, ...open } : played(match, homeScore, awayScore)
    }
    case 'MatchAbandoned':
      return { ...match, ...open, isAbandoned: true, cutoff }
    case 'MatchAwarded':
      return { ...match, ...over, result: SIGNS[event.data.result], score: null }
    case 'FixtureCancelled':
      return { ...match, ...open, isCancelled: true }
  }
}

/** Has a result or never will: a new date does not bring it back. */
export const isOver = ({ result, isCancelled }: SeasonMatch): boolean => result !== 0 || isCancelled

/** False for a pick that came after what closed its match: it is void. */
export const takesPick = (match: SeasonMatch, at: number): boolean =>
  !isOver(match) && !match.isAbandoned && (match.cutoff === null || at < match.cutoff)

const over = { isCancelled: false, isAbandoned: false } as const

const played = (match: SeasonMatch, home: number, away: number): SeasonMatch => ({
  ...match,
  ...over,
  result: signOf(home, away),
  score: [home, away],
})

/** Whether what a player has earned may hang on the difference. */
export const counts = (before: SeasonMatch, after: SeasonMatch): boolean =>
  before.result !== after.result ||
  before.score?.[0] !== after.score?.[0] ||
  before.score?.[1] !== after.score?.[1] ||
  before.isCancelled !== after.isCancelled ||
  before.gameweek !== after.gameweek ||
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
