import { expect, test } from 'vitest'
import { cardsOf } from './CardPages.tsx'

const rules = {
  size: 2,
  isListed: ({ isPublic }: Entry) => isPublic,
  isOwn: ({ isMember }: Entry) => isMember,
}
interface Entry {
  readonly id: number
  readonly isPublic: boolean
  readonly isMember: boolean
}
const page: readonly Entry[] = [
  { id: 1, isPublic: true, isMember: true },
  { id: 2, isPublic: false, isMember: true },
  { id: 3, isPublic: true, isMember: false },
]

test('entries that are not listed get no card, and later pages omit entries of the first', () => {
  expect(cardsOf(page, 0, rules).cards.map(({ id }) => id)).toEqual([1, 3])
  expect(cardsOf(page, 60, rules).cards.map(({ id }) => id)).toEqual([3])
})

test('another page may follow a full page', () => {
  expect(cardsOf(page, 0, rules).mayFollow).toBe(true)
  expect(cardsOf(page, 0, { ...rules, size: 3 }).mayFollow).toBe(false)
})
