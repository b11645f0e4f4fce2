import { countsIn } from './calendar.ts'
import type { CompetitionWindow } from './events.ts'
import { type ListedCompetition, type MatchChange, matchesOf, type SeasonState } from './season-state.ts'

/** Decided round by round, not by points at the end. */
export const isRounds = ({ kind }: ListedCompetition): boolean => kind === 'cup' || kind === 'knockout'

/** Whether a match counts for it, as it was or as it is. */
export function concerns({ window }: ListedCompetition, { before, after }: MatchChange): boolean {
  const counts = countsIn(window)
  return counts(after) || (before !== null && counts(before))
}

/** Whether the match makes the calendar another one. */
export const isMoved = ({ before, after }: MatchChange): boolean =>
  before === null || before.gameweek !== after.gameweek || before.kickoff !== after.kickoff

/** Whether it already has this window and these dates. */
export function isSame(
  listed: ListedCompetition,
  to: { window: CompetitionWindow; startDate: string; endDate: string },
) {
  const { window, startDate, endDate } = listed
  const sameWindow = window.by === to.window.by && window.from === to.window.from && window.to === to.window.to
  return sameWindow && startDate === to.startDate && endDate === to.endDate
}

/** All that counts is played: by gameweeks when they have settled, by kickoff when no match of the window is left. */
export function isPlayedOut(window: CompetitionWindow, season: SeasonState): boolean {
  const inside = matchesOf(season).filter(countsIn(window))
  if (inside.length === 0) return false
  if (window.by === 'kickoff') return inside.every(({ done }) => done)
  return [...new Set(inside.map(({ gameweek }) => gameweek))].every((gameweek) => season.settled.includes(gameweek))
}
