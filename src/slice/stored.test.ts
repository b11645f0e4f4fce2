import { expect, test } from 'vitest'
import { asStored } from './stored.ts'

interface League {
  readonly name: string
  readonly members: number
}

const otherwise = (earlier: League | null): League => ({ name: 'New', members: earlier?.members ?? 1 })

test('what shows all that the command knows is the answer, also what it says beyond that', () => {
  expect(asStored({ name: 'New', members: 9 }, { name: 'New' }, otherwise)).toEqual({ name: 'New', members: 9 })
  expect(asStored({ name: 'Any', members: 9 }, {}, otherwise)).toEqual({ name: 'Any', members: 9 })
})

test('where the projection lags, the command says it, by what was read of before', () => {
  expect(asStored({ name: 'Old', members: 9 }, { name: 'New' }, otherwise)).toEqual({ name: 'New', members: 9 })
  for (const nothing of [null, undefined])
    expect(asStored(nothing, { name: 'New' }, otherwise)).toEqual({ name: 'New', members: 1 })
})
