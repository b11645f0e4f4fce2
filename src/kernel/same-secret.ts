import { timingSafeEqual } from 'node:crypto'

/** Compares two texts in constant time; only a difference in length is observable. */
export function isSameSecret(actual: string, expected: string): boolean {
  const [a, b] = [Buffer.from(actual), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
