import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { sentenceOf } from './sentences.ts'

/** The sentence of the first error of a value. */
function errorOf(schema: z.ZodMiniType, value: unknown): string {
  const { error } = schema.safeParse(value, { error: (issue) => sentenceOf(issue) })
  return error!.issues[0]!.message
}

test.each<[schema: z.ZodMiniType, value: unknown, sentence: string]>([
  [z.string(), undefined, 'The request is missing'],
  [z.object({ name: z.string() }), { name: 5 }, 'name has to be text'],
  [z.object({ at: z.date() }), { at: 5 }, 'at has to be something else'],
  [z.literal('home'), 'away', 'The request has to be home'],
  [z.enum(['home', 'away']), 'draw', 'The request has to be one of home, away'],
  [z.int().check(z.maximum(9)), 10, 'The request has to be at most 9'],
  [z.number().check(z.lt(9)), 9, 'The request has to be less than 9'],
  [z.number().check(z.gt(0)), 0, 'The request has to be more than 0'],
  [z.string().check(z.minLength(1)), '', 'The request has to have at least 1 character'],
  [z.array(z.int()).check(z.maxLength(2)), [1, 2, 3], 'The request has to have at most 2 entries'],
  [z.iso.datetime(), 'today', 'The request has to be a time in UTC, like 2026-08-15T14:00:00Z'],
  [z.uuid(), 'x', 'The request is not valid'],
  [z.strictObject({}), { x: 1 }, 'The request is not valid'],
  [z.object({ a: z.object({ ['b'.repeat(200)]: z.int() }) }), { a: {} }, `a.${'b'.repeat(98)} is missing`],
])('%# an error of a request is a sentence', (schema, value, sentence) => {
  expect(errorOf(schema, value)).toBe(sentence)
})
