import { expect, test } from 'vitest'
import { createRandom } from './random.ts'

const mean = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0) / numbers.length
const draw = (seed: string, take: (random: ReturnType<typeof createRandom>) => number, count = 20_000) => {
  const random = createRandom(seed)
  return Array.from({ length: count }, () => take(random))
}

test('the same seed yields the same numbers, another seed others', () => {
  expect(draw('a', (random) => random.next(), 100)).toEqual(draw('a', (random) => random.next(), 100))
  expect(draw('a', (random) => random.next(), 100)).not.toEqual(draw('b', (random) => random.next(), 100))
})

test('numbers are spread evenly from 0 to below 1', () => {
  const numbers = draw('spread', (random) => random.next())
  expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0)
  expect(Math.max(...numbers)).toBeLessThan(1)
  expect(mean(numbers)).toBeCloseTo(0.5, 1)
})

test('below returns every whole number below its bound', () => {
  expect(new Set(draw('below', (random) => random.below(6), 1_000))).toEqual(new Set([0, 1, 2, 3, 4, 5]))
})

test('normal and poisson have their means and variances', () => {
  const normal = draw('normal', (random) => random.normal())
  expect(mean(normal)).toBeCloseTo(0, 1)
  expect(mean(normal.map((each) => each ** 2))).toBeCloseTo(1, 1)
  const poisson = draw('poisson', (random) => random.poisson(1.5))
  expect(mean(poisson)).toBeCloseTo(1.5, 1)
  expect(mean(poisson.map((each) => (each - 1.5) ** 2))).toBeCloseTo(1.5, 1)
})
