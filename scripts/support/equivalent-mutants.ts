/** A mutant that no test can kill. `line`: text of its line, without indentation. */
export interface EquivalentMutant {
  readonly file: string
  readonly line: string
  readonly change: string
  readonly why: string
}

export const EQUIVALENT: readonly EquivalentMutant[] = [
  {
    file: 'src/areas/fixtures/cutoff.ts',
    line: "if (state.status === 'none') return false",
    change: "removed: if (state.status === 'none') return false",
    why: 'A state without a match has neither `closed` nor a kickoff: the rest is false, too. The line narrows the type.',
  },
  {
    file: 'src/areas/fixtures/cutoff.ts',
    line: 'const { kickoff, closed } = changesOf(event, true) ?? {}',
    change: 'true → false',
    why: 'Changes only `started` and `result`, which are not read here.',
  },
  ...['removed: if (lower === undefined || upper === undefined) return []', '|| → &&'].map((change) => ({
    file: 'src/areas/fixtures/gameweek-window.ts',
    line: 'if (lower === undefined || upper === undefined) return []',
    change,
    why: 'Both are undefined or neither is. No match is near a median that is not a number.',
  })),
  {
    file: 'src/areas/fixtures/gameweek-window.ts',
    line: 'return near.length > 0 ? near : around(lower)',
    change: '0 → 1',
    why: 'An odd number has the same median twice; of an even number both middle matches are near it or neither is.',
  },
  {
    file: 'src/areas/predictions/prediction-decider.ts',
    line: "if (command.type === 'update') return reject('prediction-not-found')",
    change: "removed: if (command.type === 'update') return reject('prediction-not-found')",
    why: 'Unreachable: rejected above. The line narrows the type.',
  },
  ...['0 → 1', '0 → -1'].map((change) => ({
    file: 'src/contracts/points.ts',
    line: 'SCORING_RULES.findLast(({ from }) => season === null || season >= from) ?? SCORING_RULES[0]',
    change,
    why: 'The first rule applies to every season, so that a rule is always found. The fallback is for the type.',
  })),
  {
    file: 'src/areas/competitions/cup.ts',
    line: 'export const roundsFor = (players: number): number => (players < 2 ? 0 : Math.ceil(Math.log2(players)))',
    change: '2 → 1',
    why: 'The logarithm of 1 is 0.',
  },
  ...['< → <=', '1 → 0'].map((change) => ({
    file: 'src/areas/competitions/cup.ts',
    line: 'for (let index = 0; index + 1 < others.length; index += 2)',
    change,
    why: 'The number of players without a bye is even.',
  })),
  {
    file: 'src/areas/fixtures/settlement-reactor.ts',
    line: 'continue',
    change: 'removed: continue',
    why: 'The matches of the gameweek were dropped in the line above, so that nothing settles it.',
  },
]
