import type { LeagueRules, Ruleset, RulesRange } from '../../../../src/areas/league-rules/contract.ts'
import {
  classicScoring,
  JOKER_FACTOR,
  type LeagueScoring,
  type LeagueVerdict,
  leaguePoints,
  leagueVerdictOf,
} from '../../../../src/contracts/league-scoring.ts'
import { outcomeOf, type Scoreline } from '../../../../src/contracts/points.ts'

/** The three numbers in the order of the fields, each with an example of the pick 2–1. */
export const NUMBERS = [
  { field: 'result', label: 'Right result', example: 'You said 2–1, it ends 4–0' },
  {
    field: 'goalDifference',
    label: 'Right goal difference',
    example: 'You said 2–1, it ends 3–2. Draws have it always. 0 switches it off.',
  },
  { field: 'exact', label: 'Exact score', example: 'You said 2–1, it ends 2–1' },
] as const satisfies readonly { field: keyof LeagueScoring; label: string; example: string }[]

/** Scoring of the whole game. */
export const CLASSIC = classicScoring(null)

export const PRESETS = [
  {
    name: 'Classic',
    scoring: CLASSIC,
    text: `The result pays ${CLASSIC.result}, the exact score ${CLASSIC.exact}. As everywhere in the game.`,
  },
  {
    name: 'With goal difference',
    scoring: { result: 5, goalDifference: 7, exact: 10 },
    text: 'Close calls pay too. 2–1 for a 3–2 is worth more than for a 4–0.',
  },
  {
    name: 'Short and sharp',
    scoring: { result: 2, goalDifference: 0, exact: 3 },
    text: 'Small numbers, for leagues that add up in their heads.',
  },
] as const satisfies readonly { name: string; scoring: LeagueScoring; text: string }[]

const isSame = (one: LeagueScoring, other: LeagueScoring): boolean =>
  NUMBERS.every(({ field }) => one[field] === other[field])

/** The preset with these numbers; undefined: the league's own. */
export const presetOf = (scoring: LeagueScoring) => PRESETS.find((preset) => isSame(preset.scoring, scoring))

export const isSameRuleset = (one: Ruleset, other: Ruleset): boolean =>
  isSame(one, other) && one.joker === other.joker && one.lateJoiners === other.lateJoiners

/** `5 · 7 · 10`, without the goal difference if that is off. */
export const numbersOf = ({ result, goalDifference, exact }: LeagueScoring): string =>
  [result, ...(goalDifference > 0 ? [goalDifference] : []), exact].join(' · ')

/** `with goal difference, joker` */
export function rulesetText(rules: Ruleset): string {
  const preset = presetOf(rules)
  const name = preset === undefined ? numbersOf(rules) : preset.name.replace(/^[WS]/, (letter) => letter.toLowerCase())
  return [
    name,
    ...(rules.joker ? ['joker'] : []),
    ...(rules.lateJoiners === 'joining' ? ['late joiners start from nothing'] : []),
  ].join(', ')
}

/** `Gameweeks 1 to 13`, `Gameweek 14 on`; with the season if it is not the one shown elsewhere on the page. */
export function rangeText({ season, fromGameweek: from, toGameweek: to }: RulesRange, now: string | undefined): string {
  const gameweeks =
    to === null ? `Gameweek ${from} on` : from === to ? `Gameweek ${from}` : `Gameweeks ${from} to ${to}`
  return season === now ? gameweeks : `${gameweeks}, ${season}`
}

/** `Gameweeks 1 to 13 stay as they are`; null before the first. */
export function keptText(next: number): string | null {
  if (next === 1) return null
  return next === 2 ? 'Gameweek 1 stays as it is' : `Gameweeks 1 to ${next - 1} stay as they are`
}

const scoreline = (home: number, away: number): Scoreline => ({ outcome: outcomeOf(home, away), home, away })

const ENDS = [
  [2, 1],
  [3, 2],
  [4, 0],
  [1, 1],
  [0, 1],
] as const

const WORDS: Readonly<Record<LeagueVerdict, string>> = {
  exact: 'Exact score',
  difference: 'Right goal difference',
  result: 'Right result',
  wrong: 'Wrong',
}

/** The points of the pick 2–1 by these rules, for each way that the match may end. */
export function examplesOf(scoring: LeagueScoring) {
  const pick = scoreline(2, 1)
  return ENDS.map(([home, away]) => {
    const result = scoreline(home, away)
    const verdict = leagueVerdictOf(pick, result)
    return {
      ends: `${home}–${away}`,
      why: WORDS[verdict === 'difference' && scoring.goalDifference === 0 ? 'result' : verdict],
      points: leaguePoints(scoring, pick, result),
    }
  })
}

/** `×2` */
export const TIMES = `×${JOKER_FACTOR}`

/** The rules that apply next: those that wait for their gameweek, else the present ones. */
export const savedRules = ({ upcoming, current }: LeagueRules): Ruleset => upcoming?.rules ?? current
