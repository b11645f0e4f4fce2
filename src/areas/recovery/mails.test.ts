import { expect, test } from 'vitest'
import { mailOf } from './mails.ts'

const facts = { username: 'ada', publicUrl: 'https://plp.example', token: 'abc123' }

// Only the page for a new password has a field for a token.
test.each([
  ['reset', true],
  ['confirm', false],
  ['changed', false],
  ['passkey', false],
] as const)('R110: the mail %s offers its token to be entered: %s', (kind, offers) => {
  const { text, html } = mailOf(kind, facts)
  for (const part of [text, html]) expect(part.includes('Or enter this token by hand')).toBe(offers)
})
