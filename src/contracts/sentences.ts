import type { $ZodRawIssue } from 'zod/v4/core'

/** Longest name of a field in a sentence. */
const MOST_CHARACTERS = 100

/**
 * The validation error of a value, as a sentence that names its field, for users and client developers. Schemas with custom messages
 * override it.
 */
export function sentenceOf(issue: $ZodRawIssue, field = issue.path?.join('.') ?? ''): string {
  return `${field.slice(0, MOST_CHARACTERS) || 'The request'} ${flawOf(issue)}`
}

function flawOf(issue: $ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is missing' : `has to be ${kinds[issue.expected] ?? 'something else'}`
    case 'invalid_value':
      return `has to be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.join(', ')}`
    case 'too_big':
      return limitOf(issue.origin, issue.inclusive ? 'at most' : 'less than', issue.maximum)
    case 'too_small':
      return limitOf(issue.origin, issue.inclusive ? 'at least' : 'more than', issue.minimum)
    case 'invalid_format':
      return issue.format === 'datetime' ? 'has to be a time in UTC, like 2026-08-15T14:00:00Z' : 'is not valid'
    default:
      return 'is not valid'
  }
}

function limitOf(origin: string, bound: string, limit: number | bigint): string {
  const unit = units[origin]
  if (unit === undefined) return `has to be ${bound} ${limit}`
  return `has to have ${bound} ${limit} ${unit[Number(limit) === 1 ? 0 : 1]}`
}

const kinds: Readonly<Record<string, string>> = {
  number: 'a whole number',
  int: 'a whole number',
  string: 'text',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
}

const units: Readonly<Record<string, readonly [one: string, more: string]>> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
}
