import type { Deeds } from './deeds.ts'
import type { SeasonFacts } from './season-facts.ts'

/** All that an achievement's rule may look at: sums over the seasons, the best season where it says best or most. */
export interface Facts extends SeasonFacts {
  /** Predictions submitted, whatever became of their matches. */
  readonly predictions: number
  readonly early: number
  readonly late: number
  readonly topped: number
  readonly topTen: number
  readonly weeksWon: number
  readonly climb: number
  readonly messages: number
  readonly chatsStarted: number
  readonly founded: number
  readonly leagues: number
  readonly teams: number
  readonly competitions: number
  /** Competitions won, finished among the first three, and cups won. */
  readonly won: number
  readonly podiums: number
  readonly cups: number
}

type Kind = 'sum' | 'best'

/** What becomes of a number of one season beside those of others. */
const kinds: Readonly<Record<keyof SeasonFacts, Kind>> = {
  settled: 'sum',
  correct: 'sum',
  exact: 'sum',
  points: 'best',
  streak: 'best',
  exactStreak: 'best',
  draws: 'sum',
  awayWins: 'sum',
  goalless: 'sum',
  goalFests: 'sum',
  clubs: 'best',
  upsets: 'sum',
  alone: 'sum',
  weekPoints: 'best',
  weekExact: 'best',
  fullWeeks: 'sum',
  fullWeekRun: 'best',
  perfectWeeks: 'sum',
  blankWeeks: 'sum',
  scoringRun: 'best',
  accuracy: 'best',
}
const names = Object.keys(kinds) as (keyof SeasonFacts)[]
const nothing = Object.fromEntries(names.map((name) => [name, 0])) as unknown as SeasonFacts

/** Puts together what the seasons' cards and the deeds say. */
export function factsOf(seasons: readonly SeasonFacts[], predictions: number, deeds: Deeds): Facts {
  const base = seasons.length === 1 ? seasons[0]! : seasons.reduce(together, nothing)
  const places = deeds.places ? Object.values(deeds.places) : []
  const won = places.filter(({ place }) => place === 1)
  return {
    ...base,
    predictions,
    early: deeds.early ?? 0,
    late: deeds.late ?? 0,
    topped: deeds.topped ?? 0,
    topTen: deeds.topTen ?? 0,
    weeksWon: deeds.weeksWon ?? 0,
    climb: deeds.climb ?? 0,
    messages: deeds.messages ?? 0,
    chatsStarted: deeds.chatsStarted ?? 0,
    founded: deeds.founded ?? 0,
    leagues: deeds.leagues?.length ?? 0,
    teams: deeds.teams?.length ?? 0,
    competitions: deeds.competitions?.length ?? 0,
    won: won.length,
    podiums: places.length,
    cups: won.filter(({ kind }) => kind === 'cup').length,
  }
}

function together(a: SeasonFacts, b: SeasonFacts): SeasonFacts {
  const both = names.map((name) => [name, kinds[name] === 'sum' ? a[name] + b[name] : Math.max(a[name], b[name])])
  return Object.fromEntries(both) as unknown as SeasonFacts
}
