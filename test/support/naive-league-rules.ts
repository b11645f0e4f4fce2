import { type DatedRules, type GameweekOf, rulesAt } from '../../src/areas/league-rules/rules.ts'
import { leaguePoints } from '../../src/contracts/league-scoring.ts'
import type { Scoreline } from '../../src/contracts/points.ts'

/** A match that counts in a league. */
interface CountedMatch extends GameweekOf {
  /** When it closed for predictions, or was started or settled before; ISO 8601; null: no date. */
  readonly closedAt: string | null
  readonly result: Scoreline
}

/**
 * Points of a member's pick in a league (docs/rules.md R320 to R326), pick by pick. A match that closed before its rules were chosen
 * keeps the earlier ones. `leaguePoints` (src/areas/league-rules/queries.ts) must pay the same.
 */
export function memberPoints(
  chosen: readonly DatedRules[],
  match: CountedMatch,
  pick: Scoreline,
  { joinedAt, hasJoker }: { readonly joinedAt: string | null; readonly hasJoker: boolean },
): number {
  const { closedAt, result } = match
  const known = chosen.filter(({ changedAt }) => closedAt === null || Date.parse(changedAt) < Date.parse(closedAt))
  const rules = rulesAt(known, match)
  const isLate =
    rules.lateJoiners === 'joining' &&
    joinedAt !== null &&
    closedAt !== null &&
    Date.parse(closedAt) <= Date.parse(joinedAt)
  return isLate ? 0 : leaguePoints(rules, pick, result, hasJoker && rules.joker)
}
