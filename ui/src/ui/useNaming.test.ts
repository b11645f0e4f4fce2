import { expect, test } from 'vitest'
import { namedOf } from './useNameForm.tsx'

test('a league or a team needs a name; blanks are none, and a blank description is none', () => {
  expect(namedOf({ name: '  ', description: 'x' })).toBeNull()
  expect(namedOf({ name: ' Back Post Club ', description: ' ', type: 'public' })).toEqual({
    name: 'Back Post Club',
    description: null,
    type: 'public',
  })
})
