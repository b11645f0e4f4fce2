import type { Ruleset } from '../areas/league-rules/contract.ts'
import { jokerStream } from '../areas/league-rules/events.ts'
import type { JokerCommand } from '../areas/league-rules/joker-decider.ts'
import type { GameweekOf } from '../areas/league-rules/rules.ts'
import { leagueStream } from '../areas/leagues/events.ts'
import type { LeagueCommand } from '../areas/leagues/league-decider.ts'
import type { Random } from '../kernel/random.ts'

type ChangeRules = Extract<LeagueCommand, { type: 'change-rules' }>

/** More points for close calls, and a joker. */
export const CLOSE_CALLS: Ruleset = { result: 5, goalDifference: 7, exact: 10, joker: true, lateJoiners: 'season' }
/** The same with more for the exact score. */
export const CLOSER_CALLS: Ruleset = { ...CLOSE_CALLS, result: 4, exact: 12 }
/** Points for the exact score alone, from joining. */
export const EXACT_ONLY: Ruleset = { result: 0, goalDifference: 0, exact: 25, joker: true, lateJoiners: 'joining' }

/** Percentage of jokers that are forgotten. */
const FORGOTTEN = 20

/** A match with its kickoff in milliseconds. */
interface DatedMatch {
  readonly id: number
  readonly kickoff: number
}

/** The match as it was before its cutoff: in a season that has begun it may be over by now. */
const openMatch = (kickoff: number) =>
  ({ status: 'scheduled', kickoff: new Date(kickoff).toISOString(), closed: false }) as const

/** A choice of rules at a time before the first kickoff of their gameweek; times in milliseconds. */
export function choiceOfRules(
  { leagueId, by, rules }: Pick<ChangeRules, 'by' | 'rules'> & { readonly leagueId: number },
  { season, gameweek }: GameweekOf,
  { kickoff, at }: { readonly kickoff: number; readonly at: number },
): { readonly stream: string; readonly command: ChangeRules } {
  const next = { season, gameweek, firstMatch: openMatch(kickoff) }
  const command = {
    type: 'change-rules',
    by,
    fromGameweek: gameweek,
    rules,
    next,
    at: new Date(at).toISOString(),
  } as const
  return { stream: leagueStream(leagueId), command }
}

/** The joker of a member on a match of a gameweek, placed at a time (milliseconds) before its cutoff. */
export function placedJoker(
  { leagueId, userId }: { readonly leagueId: number; readonly userId: number },
  of: GameweekOf,
  { id: fixtureId, kickoff }: DatedMatch,
  at: number,
): { readonly stream: string; readonly command: JokerCommand } {
  const key = { leagueId, userId, ...of }
  const match = { ...openMatch(kickoff), gameweek: of.gameweek }
  const rest = { isAllowed: true, present: null, at: new Date(at).toISOString() }
  return { stream: jokerStream(key), command: { ...key, ...rest, type: 'place', fixtureId, match } }
}

/** Draws the match of a joker; null: the member forgets it. */
export function drawJoker<M extends DatedMatch>(matches: readonly M[], random: Random): M | null {
  if (random.below(100) < FORGOTTEN) return null
  return matches[random.below(matches.length)] ?? null
}
