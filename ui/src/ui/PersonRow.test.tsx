import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { componentTests, draw } from '../../../test/support/components.tsx'
import { Button } from './Button.tsx'
import { PersonRow, Rows } from './PersonRow.tsx'

componentTests()

const person = { username: 'ada', displayName: 'Ada L', profileImage: null }

const row = (more: Partial<Parameters<typeof PersonRow>[0]> = {}) => {
  draw(
    <Rows>
      <PersonRow id={7} person={person} isYou={false} {...more} />
    </Rows>,
  )
  return screen.getByRole('listitem')
}

describe('the row of a person', () => {
  test('has both names, the username linked', () => {
    expect(row().textContent).toContain('ada Ada L')
    expect(screen.getByRole('link', { name: 'ada' }).getAttribute('href')).toBe('/players/7')
  })

  test('in a conversation has the display name first', () => {
    expect(row({ isSpeaking: true }).textContent).toContain('Ada L @ada')
    expect(screen.getByRole('link', { name: 'Ada L' })).toBeDefined()
  })

  test('of the reader is theirs', () => {
    const item = row({ isYou: true })
    expect(within(item).getByRole('link', { name: 'You' })).toBeDefined()
    expect(item.textContent).not.toContain('Ada L')
  })

  test('may have a remark and actions', () => {
    const item = row({ about: 'Joined in May', children: <Button>Remove</Button> })
    expect(within(item).getByText('Joined in May')).toBeDefined()
    expect(within(item).getByRole('button', { name: 'Remove' })).toBeDefined()
  })
})
