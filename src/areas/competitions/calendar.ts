import { matchesInWindow } from '../fixtures/gameweek-window.ts'
import { ukDay } from '../fixtures/uk-time.ts'
import { CUP_CAPACITY, roundsFor } from './cup.ts'
import type { CompetitionKind, CompetitionWindow } from './events.ts'

/** A match of the calendar that competitions are planned from. */
export interface CalendarMatch {
  readonly id: number
  readonly gameweek: number
  /** Milliseconds; null: no date yet. */
  readonly kickoff: number | null
}

/** From the first kickoff to the end of the last match; ISO 8601 UTC. */
export interface Dates {
  readonly startDate: string
  readonly endDate: string
}

interface PlannedCompetition extends Dates {
  /** Unique in its season: `weekly-12`, `monthly-2025-08`, `seasonal`, `cup`, `knockout`. */
  readonly key: string
  readonly kind: CompetitionKind
  readonly name: string
  readonly description: string
  readonly window: CompetitionWindow
  readonly prizePool: number
  readonly maxParticipants: number | null
}

/** Pools of the game's own competitions, in points (docs/rules.md R37). */
const POOLS: Readonly<Record<CompetitionKind, number>> = {
  weekly: 50,
  monthly: 100,
  cup: 200,
  knockout: 200,
  seasonal: 400,
}

/** A match is live for at most 3 hours (R18). */
const MATCH_MS = 3 * 3_600_000

/**
 * First kickoff and end of a gameweek, in milliseconds. Matches moved far from the gameweek’s median kickoff
 * do not count (R20).
 */
interface Week {
  readonly gameweek: number
  readonly begins: number
  readonly ends: number
}

/** Gameweeks with at least one dated match, by number. */
export function weeksOf(matches: readonly CalendarMatch[]): readonly Week[] {
  return [...Map.groupBy(matches, ({ gameweek }) => gameweek)]
    .flatMap(([gameweek, ofWeek]) => {
      const inWindow = matchesInWindow(ofWeek.map((match) => ({ ...match, done: false })))
      const kickoffs = inWindow.flatMap(({ kickoff }) => kickoff ?? [])
      if (kickoffs.length === 0) return []
      return [{ gameweek, begins: Math.min(...kickoffs), ends: Math.max(...kickoffs) + MATCH_MS }]
    })
    .sort((a, b) => a.gameweek - b.gameweek)
}

/**
 * Dates of a window by the calendar; null if no match in it has a date. A window by kickoff ends three hours after its
 * last kickoff.
 */
export function datesOf(window: CompetitionWindow, matches: readonly CalendarMatch[]): Dates | null {
  if (window.by === 'gameweek') {
    const weeks = weeksOf(matches).filter(({ gameweek }) => window.from <= gameweek && gameweek <= window.to)
    if (weeks.length === 0) return null
    return dates(Math.min(...weeks.map(({ begins }) => begins)), Math.max(...weeks.map(({ ends }) => ends)))
  }
  const inside = matches.filter(countsIn(window)).map(({ kickoff }) => kickoff!)
  return inside.length === 0 ? null : dates(Math.min(...inside), Math.max(...inside) + MATCH_MS)
}

/** Predicate: does a match count in the window? */
export function countsIn(window: CompetitionWindow): (match: Omit<CalendarMatch, 'id'>) => boolean {
  if (window.by === 'gameweek') return ({ gameweek }) => window.from <= gameweek && gameweek <= window.to
  // Parsed once: the predicate runs over all matches of a season for each result.
  const [from, to] = [Date.parse(window.from), Date.parse(window.to)]
  return ({ kickoff }) => kickoff !== null && from <= kickoff && kickoff < to
}

const iso = (time: number): string => new Date(time).toISOString()
const dates = (begins: number, ends: number): Dates => ({ startDate: iso(begins), endDate: iso(ends) })

/** The game’s own competitions of a season with names, windows and prize pools (R36, R37). Empty without dates. */
export function planCompetitions(season: string, matches: readonly CalendarMatch[]): readonly PlannedCompetition[] {
  const weeks = weeksOf(matches)
  if (weeks.length === 0) return []
  const title = season === 'demo' ? 'Demo Season' : season
  return [
    ...weeks.map(weekly),
    ...monthly(weeks, matches),
    seasonal(title, matches),
    ...rounds('cup', title, weeks, matches),
    ...rounds('knockout', title, weeks, matches),
  ]
}

function weekly({ gameweek, begins, ends }: Week): PlannedCompetition {
  return {
    ...own('weekly', `weekly-${gameweek}`, `Gameweek ${gameweek} Challenge`),
    description: `Most points from the matches of gameweek ${gameweek}.`,
    window: { by: 'gameweek', from: gameweek, to: gameweek },
    ...dates(begins, ends),
  }
}

/** A month runs from the first kickoff of its first gameweek to that of the next month; by kickoff (R39). */
function monthly(weeks: readonly Week[], matches: readonly CalendarMatch[]): readonly PlannedCompetition[] {
  const byMonth = Map.groupBy(weeks, ({ begins }) => ukDay(begins).slice(0, 7))
  const months = [...byMonth].sort(([a], [b]) => (a < b ? -1 : 1))
  const all = wholeSeason(matches)
  const begins = months.map(([, of], index) =>
    index === 0 ? all.from : iso(Math.min(...of.map((week) => week.begins))),
  )
  return months.flatMap(([month], index) => {
    const window = { by: 'kickoff', from: begins[index]!, to: begins[index + 1] ?? all.to } as const
    const when = datesOf(window, matches)
    const name = monthName(month)
    return when
      ? [
          {
            ...own('monthly', `monthly-${month}`, `${name} Challenge`),
            description: `Most points from the matches of ${name}.`,
            window,
            ...when,
          },
        ]
      : []
  })
}

function seasonal(title: string, matches: readonly CalendarMatch[]): PlannedCompetition {
  const window = wholeSeason(matches)
  return {
    ...own('seasonal', 'seasonal', `${title} Championship`),
    description: 'Most points from all matches of the season.',
    window,
    ...datesOf(window, matches)!,
  }
}

function wholeSeason(matches: readonly CalendarMatch[]): Extract<CompetitionWindow, { by: 'kickoff' }> {
  const kickoffs = matches.flatMap(({ kickoff }) => kickoff ?? [])
  return { by: 'kickoff', from: iso(Math.min(...kickoffs)), to: iso(Math.max(...kickoffs) + MATCH_MS) }
}

/** The cup begins after two fifths of the season, the knockout after two thirds, so that both can finish. */
function rounds(
  kind: 'cup' | 'knockout',
  title: string,
  weeks: readonly Week[],
  matches: readonly CalendarMatch[],
): readonly PlannedCompetition[] {
  const isCup = kind === 'cup'
  const first = Math.floor(weeks.length * (isCup ? 0.4 : 2 / 3))
  const last = isCup ? Math.min(weeks.length - 1, first + roundsFor(CUP_CAPACITY) - 1) : weeks.length - 1
  const window = { by: 'gameweek', from: weeks[first]!.gameweek, to: weeks[last]!.gameweek } as const
  const description = isCup
    ? 'Drawn head to head, one gameweek per round. The higher score goes through.'
    : 'Each gameweek the lower half goes out, until one is left.'
  const competition = own(kind, kind, `${title} ${isCup ? 'Cup' : 'Knockout'}`)
  return [{ ...competition, description, window, ...datesOf(window, matches)! }]
}

function own(kind: CompetitionKind, key: string, name: string) {
  return { kind, key, name, prizePool: POOLS[kind], maxParticipants: kind === 'cup' ? CUP_CAPACITY : null }
}

const monthNames = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const monthName = (month: string): string => monthNames.format(Date.parse(`${month}-15T12:00:00Z`))
