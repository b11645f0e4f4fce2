import { screen } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { componentTests, draw } from '../../../test/support/components.tsx'
import { SearchBar, SearchField } from './SearchField.tsx'

componentTests()

function Search({ onValue }: { onValue: (value: string) => void }) {
  const [value, setValue] = useState('')
  return (
    <SearchBar>
      <SearchField
        label="Search players"
        placeholder="Username"
        maxLength={5}
        value={value}
        onValue={(next) => {
          setValue(next)
          onValue(next)
        }}
      />
    </SearchBar>
  )
}

describe('a search field', () => {
  test('is named, in a search region, and remembers no earlier searches', () => {
    draw(<Search onValue={() => {}} />)
    const field = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search players' })
    expect(field.placeholder).toBe('Username')
    expect(field.autocomplete).toBe('off')
    expect(field.closest('search')).not.toBeNull()
  })

  test('passes on what is typed, up to its length, and what is cleared', async () => {
    const onValue = vi.fn()
    const { user } = draw(<Search onValue={onValue} />)
    await user.type(screen.getByRole('searchbox'), 'saoirse')
    expect(onValue).toHaveBeenLastCalledWith('saoir')
    await user.clear(screen.getByRole('searchbox'))
    expect(onValue).toHaveBeenLastCalledWith('')
  })
})
