import { expect, test } from 'vitest'
import { named } from '../../test/support/named.ts'
import { marked, namesIn } from './names-in-text.ts'

const nobody = { ...named('Nobody'), id: 4 }
const anna = { ...named('anna'), id: 5 }

test('a sentence is returned without marks and with the positions of its names (R200)', () => {
  const sentence = `${marked('anna')} and ${marked('Nobody')} share it. Nobody else, says ${marked('anna')}.`
  const { text, names } = namesIn(sentence, [nobody, anna])
  expect(text).toBe('anna and Nobody share it. Nobody else, says anna.')
  expect(names).toEqual([
    { ...anna, start: 0, length: 4 },
    { ...nobody, start: 9, length: 6 },
    { ...anna, start: text.lastIndexOf('anna'), length: 4 },
  ])
  for (const { start, length, username } of names) expect(text.slice(start, start + length)).toBe(username)
})

test('an unmarked word is not a name, and a name without a user has no link', () => {
  expect(namesIn('Nobody won.', [nobody])).toEqual({ text: 'Nobody won.', names: [] })
  expect(namesIn(`${marked('gone')} won.`, [nobody])).toEqual({ text: 'gone won.', names: [] })
  expect(namesIn('', [])).toEqual({ text: '', names: [] })
})
