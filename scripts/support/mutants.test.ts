import { expect, test } from 'vitest'
import { killedPercent, mutantsOf } from './mutants.ts'

test('R518: a file without mutants, such as one whose listed function was renamed, is below any target', () => {
  const mutants = mutantsOf('export const more = (n: number) => n + 1', ['fewer']).length
  expect(killedPercent({ mutants, killed: 0, equivalent: 0 })).toBe(0)
  expect(killedPercent({ mutants: 4, killed: 3, equivalent: 0 })).toBe(75)
  expect(killedPercent({ mutants: 4, killed: 3, equivalent: 1 })).toBe(100)
  expect(killedPercent({ mutants: 1, killed: 0, equivalent: 1 })).toBe(100)
})
