/** Rounded percentage of settled predictions; 0 without any (docs/rules.md R14). */
export const accuracyOf = (correct: number, settled: number): number =>
  settled === 0 ? 0 : Math.round((100 * correct) / settled)
