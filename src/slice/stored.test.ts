import { expect, test } from 'vitest'
import { asStored } from './stored.ts'

interface League {
  readonly name: string
  readonly members: number
}

const otherwise = (earlier: League | null): League => ({ name: 'New', members: earlier?.members ?? 1 })

test('an entry with all values of the command is the answer, with its other fields', () => {
  expect(asStored({ name: 'New', members: 9 }, { name: 'New' }, otherwise)).toEqual({ name: 'New', members: 9 })
  expect(asStored({ name: 'Any', members: 9 }, {}, otherwise)).toEqual({ name: 'Any', members: 9 })
})

test('while the projection lags, the answer is built from the command and the earlier entry', () => {
  expect(asStored({ name: 'Old', members: 9 }, { name: 'New' }, otherwise)).toEqual({ name: 'New', members: 9 })
  for (const nothing of [null, undefined])
    expect(asStored(nothing, { name: 'New' }, otherwise)).toEqual({ name: 'New', members: 1 })
})
