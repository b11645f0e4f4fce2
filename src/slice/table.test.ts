import { expect, test } from 'vitest'
import { type Column, columnDocsOf, hiddenIn, integer, readModel, table, text } from './table.ts'

const modelOf = (columns: Readonly<Record<string, Column>>) =>
  readModel({ shouts: table({ doc: 'One row a shout.', columns, key: ['id'] }) })
const id = integer('Number of the shout.')

test('a column has a description, its own or that of all views', () => {
  expect(columnDocsOf(modelOf({ id, user_id: integer() }))).toEqual({
    'read.shouts': { id: 'Number of the shout.', user_id: 'The player, by `people.id`.' },
  })
  expect(() => columnDocsOf(modelOf({ id, words: text() }))).toThrow('read.shouts.words has no description')
})

test('the description of a column says what null means, if and only if it may be null', () => {
  const nullable = modelOf({ id, words: text('What was shouted.', { nullable: true }) })
  expect(() => columnDocsOf(nullable)).toThrow('read.shouts.words must say what null means')
  const never = modelOf({ id, words: text('What was shouted; null: nothing.') })
  expect(() => columnDocsOf(never)).toThrow('read.shouts.words must say what null means')
})

test('hidden views and columns are listed with their reasons', () => {
  const columns = { id, words: text('What was shouted.', { hidden: 'it is private' }) }
  const reports = table({ doc: 'One row a report.', columns: { id }, key: ['id'], hidden: 'for administrators' })
  expect(hiddenIn([modelOf(columns), readModel({ reports })])).toEqual({
    views: { reports: 'for administrators' },
    columns: { shouts: { words: 'it is private' } },
  })
})
