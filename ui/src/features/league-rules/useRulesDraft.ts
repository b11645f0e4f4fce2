import { useState } from 'react'
import type { LeagueRules, Ruleset } from '../../../../src/areas/league-rules/contract.ts'
import { orderError } from '../../../../src/contracts/league-scoring.ts'
import { isSameRuleset, savedRules } from './model.ts'

export type RulesDraft = ReturnType<typeof useRulesDraft>

/** Changes of the rules that are not saved. A read of other rules keeps them. */
export function useRulesDraft(saved: LeagueRules) {
  const [changes, setChanges] = useState<Partial<Ruleset>>({})
  const rules = { ...savedRules(saved), ...changes }
  return {
    rules,
    isChanged: !isSameRuleset(rules, savedRules(saved)),
    /** The field that pays less than an easier call; null: the numbers are in order. */
    error: orderError(rules),
    change: (some: Partial<Ruleset>) => setChanges((before) => ({ ...before, ...some })),
    discard: () => setChanges({}),
  }
}
