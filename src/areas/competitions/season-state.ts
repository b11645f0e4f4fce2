import type { FixtureEvent, GameweekEvent, Outcome } from '../fixtures/events.ts'
import { changesOf, isOver, type LaterEvent } from '../fixtures/match.ts'
import { type CalendarMatch, countsIn } from './calendar.ts'
import type { CompetitionEvent, CompetitionKind, CompetitionWindow } from './events.ts'

/** A match with its result as far as it counts. */
export interface SeasonMatch extends CalendarMatch {
  /** Finished, awarded or cancelled. */
  readonly done: boolean
  /** The counting result; null: none. */
  readonly result: Outcome | null
  readonly score: readonly [home: number, away: number] | null
}

/** What the reactor knows of a competition outside its stream; only the stream decides. */
export interface ListedCompetition {
  readonly stream: string
  readonly competitionId: number
  readonly kind: CompetitionKind
  readonly window: CompetitionWindow
  readonly startDate: string
  readonly endDate: string
  readonly isOwn: boolean
  readonly hasEnded: boolean
}

export interface SeasonState {
  /** Number of events of fixtures and gameweeks so far; decisions carry it as `asOf`. */
  readonly facts: number
  readonly matches: Readonly<Record<string, SeasonMatch>>
  /** Clubs in the calendar; emptied once it is complete. */
  readonly clubs: readonly number[]
  /** The game’s own competitions exist. */
  readonly isPlanned: boolean
  readonly settled: readonly number[]
  /** By stream. */
  readonly competitions: Readonly<Record<string, ListedCompetition>>
}

/** All seasons by name. */
export type SeasonsState = Readonly<Record<string, SeasonState>>

const emptySeason: SeasonState = { facts: 0, matches: {}, clubs: [], isPlanned: false, settled: [], competitions: {} }

export const matchesOf = ({ matches }: SeasonState): readonly SeasonMatch[] => Object.values(matches)

/** Whether the calendar is complete: every club meets every other at home and away. */
export function isWhole({ clubs, matches }: SeasonState): boolean {
  return clubs.length > 1 && Object.keys(matches).length === clubs.length * (clubs.length - 1)
}

/** Effect of a fixture event: the season, and the match before and after. */
export interface MatchChange {
  readonly season: string
  readonly before: SeasonMatch | null
  readonly after: SeasonMatch
}

/** Folds a fixture event; null for a repeated or unknown fixture. */
export function foldFixture(
  state: SeasonsState,
  event: FixtureEvent,
): { readonly state: SeasonsState; readonly change: MatchChange } | null {
  const id = String(event.data.fixtureId)
  if (event.type === 'FixtureScheduled') {
    const { season, gameweek, kickoff, homeTeamId, awayTeamId } = event.data
    const there = state[season] ?? emptySeason
    if (there.matches[id]) return null
    const after = { id: event.data.fixtureId, gameweek, kickoff: msOf(kickoff), ...open }
    const clubs = there.isPlanned ? [] : [...new Set([...there.clubs, homeTeamId, awayTeamId])]
    const next = { ...there, facts: there.facts + 1, clubs, matches: { ...there.matches, [id]: after } }
    return { state: { ...state, [season]: next }, change: { season, before: null, after } }
  }
  const season = Object.keys(state).find((name) => state[name]?.matches[id])
  const before = season === undefined ? undefined : state[season]?.matches[id]
  if (season === undefined || before === undefined) return null
  const after = evolveMatch(before, event)
  const there = state[season]!
  const next = { ...there, facts: there.facts + 1, matches: { ...there.matches, [id]: after } }
  return { state: { ...state, [season]: next }, change: { season, before, after } }
}

const open = { done: false, result: null, score: null } as const

function evolveMatch(match: SeasonMatch, event: LaterEvent): SeasonMatch {
  const { gameweek = match.gameweek, kickoff, result } = changesOf(event, match.done) ?? {}
  const next = { ...match, gameweek, kickoff: kickoff === undefined ? match.kickoff : msOf(kickoff) }
  if (result === undefined) return next
  const { stage, outcome, score } = result
  return { ...next, done: isOver(stage), result: outcome, score: score && [score.home, score.away] }
}

const msOf = (time: string | null): number | null => (time === null ? null : Date.parse(time))

/** Whether the points of the match’s predictions, or the competitions they count in, may have changed. */
export function scoresDiffer({ before, after }: MatchChange): boolean {
  if (before === null) return false
  const moved = before.gameweek !== after.gameweek || before.kickoff !== after.kickoff
  const rescored = before.result !== after.result || before.score?.join() !== after.score?.join()
  return rescored || (moved && after.result !== null)
}

export function foldSettled(state: SeasonsState, { data: { season, gameweek } }: GameweekEvent): SeasonsState {
  const there = state[season] ?? emptySeason
  if (there.settled.includes(gameweek)) return state
  return {
    ...state,
    [season]: { ...there, facts: there.facts + 1, settled: [...there.settled, gameweek].sort((a, b) => a - b) },
  }
}

/** Updates the list of competitions from their own events. */
export function foldCompetition(state: SeasonsState, event: CompetitionEvent, stream: string): SeasonsState {
  if (event.type === 'CompetitionCreated') {
    const { competitionId, kind, window, startDate, endDate, season } = event.data
    const known = state[season]?.competitions[stream]
    return known
      ? state
      : withListed(state, season, {
          ...{ stream, competitionId, kind, window, startDate, endDate },
          isOwn: false,
          hasEnded: false,
        })
  }
  const season = Object.keys(state).find((name) => state[name]?.competitions[stream])
  const listed = season === undefined ? undefined : state[season]?.competitions[stream]
  if (season === undefined || listed === undefined) return state
  if (event.type === 'CompetitionEnded') return withListed(state, season, { ...listed, hasEnded: true })
  if (event.type !== 'CompetitionMoved') return state
  const { window, startDate, endDate } = event.data
  return withListed(state, season, { ...listed, window, startDate, endDate })
}

export function withListed(state: SeasonsState, season: string, listed: ListedCompetition): SeasonsState {
  const there = state[season] ?? emptySeason
  return { ...state, [season]: { ...there, competitions: { ...there.competitions, [listed.stream]: listed } } }
}

/** Whether rounds decide the competition instead of points at the end. */
export const isRounds = ({ kind }: ListedCompetition): boolean => kind === 'cup' || kind === 'knockout'

/** Predicate: does a match count in the competition? A seasonal has those without a date, too. `isInside` implements it in SQL. */
export function countsFor({ kind, window }: Pick<ListedCompetition, 'kind' | 'window'>) {
  const isInside = countsIn(window)
  return (match: SeasonMatch): boolean => (kind === 'seasonal' && match.kickoff === null) || isInside(match)
}

/** Whether the match counts in the competition, before or after the change. */
export function isAffectedBy(listed: ListedCompetition, { before, after }: MatchChange): boolean {
  const counts = countsFor(listed)
  return counts(after) || (before !== null && counts(before))
}

/** Whether the change affects the calendar. */
export const isMoved = ({ before, after }: MatchChange): boolean =>
  before === null || before.gameweek !== after.gameweek || before.kickoff !== after.kickoff

/** Whether the competition already has this window and these dates. */
export function isSame(
  listed: ListedCompetition,
  to: { window: CompetitionWindow; startDate: string; endDate: string },
) {
  const { window, startDate, endDate } = listed
  const sameWindow = window.by === to.window.by && window.from === to.window.from && window.to === to.window.to
  return sameWindow && startDate === to.startDate && endDate === to.endDate
}

/** Whether all matches of a competition are played: gameweeks by settlement, kickoff windows by their matches. */
export function isPlayedOut(listed: ListedCompetition, season: SeasonState): boolean {
  const inside = matchesOf(season).filter(countsFor(listed))
  if (inside.length === 0) return false
  if (listed.window.by === 'kickoff') return inside.every(({ done }) => done)
  return [...new Set(inside.map(({ gameweek }) => gameweek))].every((gameweek) => season.settled.includes(gameweek))
}

/** Whether a gameweek has begun: its first kickoff (`startsAt`, ms) has passed or a later match of it has been played (simulated). */
export function hasBegun(season: SeasonState, gameweek: number, startsAt: number, at: string): boolean {
  if (startsAt <= Date.parse(at)) return true
  return matchesOf(season).some(
    (match) =>
      match.gameweek === gameweek && match.score !== null && match.kickoff !== null && match.kickoff >= startsAt,
  )
}
