import { expect, test } from 'vitest'
import { areas, columns } from '../areas/index.ts'
import { meaningOf } from './columns.ts'

const declared = areas.flatMap((area) =>
  Object.entries(area.rows ?? {}).flatMap(([view, row]) =>
    Object.entries(row).map(([column, type]) => ({ view: view as `read.${string}`, column, type: String(type) })),
  ),
)

test('every column of the read models is described, and says when it is null', () => {
  expect(declared.length).toBeGreaterThan(300)
  const wrong = declared.filter(({ view, column, type }) => {
    const words = meaningOf(columns, view, column)
    return words === null || /\bnull\b/i.test(words) !== type.endsWith('| null')
  })
  expect(wrong).toEqual([])
})

test('nothing is described that is not there', () => {
  const there = new Set(declared.map(({ view, column }) => `${view}.${column}`))
  const described = Object.entries(columns).flatMap(([view, words]) =>
    Object.keys(words).map((column) => `${view}.${column}`),
  )
  expect(described.filter((name) => !there.has(name))).toEqual([])
})
