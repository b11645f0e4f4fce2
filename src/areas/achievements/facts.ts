import type { Counters } from './counters.ts'
import { noFacts, type SeasonFacts } from './season-facts.ts'

/** Added up over the seasons; of all others the best season counts. */
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

/** All that an achievement's rule may look at. */
export type Facts = ReturnType<typeof factsOf>

/** Puts together what the seasons' cards and the deeds say. `predictions`: submitted, whatever became of their matches. */
export function factsOf(seasons: readonly SeasonFacts[], predictions: number, deeds: Counters) {
  const places = Object.values(deeds.places ?? {})
  const won = places.filter(({ place }) => place === 1)
  return {
    ...(seasons.length === 1 ? seasons[0]! : seasons.reduce(together, noFacts)),
    predictions,
    deeds,
    /** Competitions won, finished among the first three, and cups won. */
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
