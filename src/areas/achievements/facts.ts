import type { Counters } from './counters.ts'
import { noFacts, type SeasonFacts } from './season-facts.ts'

/** Facts that are added up across seasons. For all others the best season counts. */
const added: readonly (keyof SeasonFacts)[] = [
  'settled',
  'correct',
  'exact',
  'draws',
  'awayWins',
  'goalless',
  'goalFests',
  'upsets',
  'alone',
  'fullWeeks',
  'perfectWeeks',
  'blankWeeks',
]
const names = Object.keys(noFacts) as (keyof SeasonFacts)[]

/** The input of an achievement's rule. */
export type Facts = ReturnType<typeof factsOf>

/**
 * Combines the facts of all seasons with the counters. `predictions` is the number of submitted predictions, whether or
 * not they count.
 */
export function factsOf(seasons: readonly SeasonFacts[], predictions: number, counters: Counters) {
  const places = Object.values(counters.places ?? {})
  const won = places.filter(({ place }) => place === 1)
  return {
    ...(seasons.length === 1 ? seasons[0]! : seasons.reduce(together, noFacts)),
    predictions,
    counters,
    /** Competitions won, finished in the top three, and cups won. */
    won: won.length,
    podiums: places.length,
    cups: won.filter(({ kind }) => kind === 'cup').length,
  }
}

function together(a: SeasonFacts, b: SeasonFacts): SeasonFacts {
  const both = { ...a } as { -readonly [Name in keyof SeasonFacts]: number }
  for (const name of names) both[name] = added.includes(name) ? a[name] + b[name] : Math.max(a[name], b[name])
  return both
}
