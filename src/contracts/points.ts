/** What a settled pick pays: for the exact score, for the correct result, for neither (docs/rules.md R8). */
export const POINTS = { exact: 15, correct: 5, wrong: 0 } as const

/** What so many correct results pay, exact scores among them counted. */
export const pointsPaid = (correct: number, exact: number): number =>
  POINTS.correct * correct + (POINTS.exact - POINTS.correct) * exact
