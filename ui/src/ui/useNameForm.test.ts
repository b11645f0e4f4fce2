import { expect, test } from 'vitest'
import { namedOf } from './useNameForm.tsx'

test('a league or a team needs a name: a blank name is rejected, and a blank description is null', () => {
  expect(namedOf({ name: '  ', description: 'x' })).toBeNull()
  expect(namedOf({ name: ' Back Post Club ', description: ' ', type: 'public' })).toEqual({
    name: 'Back Post Club',
    description: null,
    type: 'public',
  })
})
