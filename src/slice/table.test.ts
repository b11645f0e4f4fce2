import { expect, test } from 'vitest'
import { type Column, columnDocsOf, hiddenIn, integer, readModel, table, text } from './table.ts'

const modelOf = (columns: Readonly<Record<string, Column>>) =>
  readModel({ shouts: table({ doc: 'One row a shout.', columns, key: ['id'] }) })
const id = integer('Number of the shout.')

test('a column has a specific or a common description', () => {
  expect(columnDocsOf(modelOf({ id, user_id: integer() }))).toEqual({
    'read.shouts': { id: 'Number of the shout.', user_id: 'The player, by `people.id`.' },
  })
  expect(() => columnDocsOf(modelOf({ id, words: text() }))).toThrow('read.shouts.words has no description')
})

test('the description of a column explains null if and only if the column is nullable', () => {
  const nullable = modelOf({ id, words: text('Text of the shout.', { nullable: true }) })
  expect(() => columnDocsOf(nullable)).toThrow('read.shouts.words must explain null')
  const never = modelOf({ id, words: text('Text of the shout; null: nothing.') })
  expect(() => columnDocsOf(never)).toThrow('read.shouts.words must explain null')
})

test('hidden views and columns are listed with their reasons', () => {
  const columns = { id, words: text('Text of the shout.', { hidden: 'it is private' }) }
  const reports = table({ doc: 'One row a report.', columns: { id }, key: ['id'], hidden: 'for administrators' })
  expect(hiddenIn([modelOf(columns), readModel({ reports })])).toEqual({
    views: { reports: 'for administrators' },
    columns: { shouts: { words: 'it is private' } },
  })
})
