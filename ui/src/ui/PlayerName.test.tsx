import { screen } from '@testing-library/react'
import { Link, Route, Routes } from 'react-router-dom'
import { describe, expect, test } from 'vitest'
import { DELETED_USER } from '../../../src/contracts/names.ts'
import { componentTests, draw } from '../../../test/support/components.tsx'
import { NamedText } from './NamedText.tsx'
import { PlayerName, RouterLink } from './PlayerName.tsx'

componentTests()

const text = () => screen.getByTestId('line').textContent

const line = (name: React.ReactNode) => draw(<p data-testid="line">{name}</p>)

describe('a player’s name', () => {
  test('leads to the player', () => {
    line(<PlayerName id={7} name="ada" />)
    expect(screen.getByRole('link', { name: 'ada' }).getAttribute('href')).toBe('/players/7')
    expect(text()).toBe('ada')
  })

  test('opens the page within the app, where there is a router', async () => {
    const { user } = draw(
      <RouterLink value={Link}>
        <Routes>
          <Route path="/" element={<PlayerName id={7} name="ada" />} />
          <Route path="/players/7" element={<h1>Ada</h1>} />
        </Routes>
      </RouterLink>,
    )
    await user.click(screen.getByRole('link', { name: 'ada' }))
    expect(screen.getByRole('heading', { name: 'Ada' })).toBeDefined()
  })

  test('is followed by the other name, if it differs', () => {
    const { rerender } = line(<PlayerName id={7} name="ada" also="Ada L" />)
    expect(text()).toBe('ada Ada L')
    expect(screen.getByRole('link').textContent).toBe('ada')
    rerender(
      <p data-testid="line">
        <PlayerName id={7} name="ada" also="ada" />
      </p>,
    )
    expect(text()).toBe('ada')
  })

  test('T91: a display name has the username beside it, unless both are equal', () => {
    const { rerender } = line(<PlayerName id={7} name="Grace" username="ada" />)
    expect(text()).toBe('Grace @ada')
    rerender(
      <p data-testid="line">
        <PlayerName id={7} name="ada" username="ada" />
      </p>,
    )
    expect(text()).toBe('ada')
  })

  test('of the reader is You alone, and leads to their page', () => {
    line(<PlayerName id={7} name="Ada" username="ada" also="Ada L" isYou />)
    expect(text()).toBe('You')
    expect(screen.getByRole('link', { name: 'You' }).getAttribute('href')).toBe('/players/7')
  })

  test.each([
    ['without an id', null, 'ada'],
    ['with the name of deleted players', 7, DELETED_USER],
  ])('of a deleted player (%s) leads nowhere', (_, id, name) => {
    line(<PlayerName id={id} name={name} also="Ada L" image="/ada.png" />)
    expect(text()).toBe(name)
    expect(screen.queryByRole('link')).toBeNull()
    expect(document.querySelector('img')).toBeNull()
  })

  test('has the picture before it, without a name of its own', () => {
    line(<PlayerName id={7} name="ada" image="/ada.png" />)
    expect(document.querySelector('img')?.getAttribute('alt')).toBe('')
    expect(text()).toBe('ada')
  })
})

describe('names in a text', () => {
  test('are linked in place', () => {
    line(
      <NamedText
        text="Ada joined Bo’s league"
        names={[
          { id: 7, start: 0, length: 3 },
          { id: 8, start: 11, length: 2 },
        ]}
      />,
    )
    expect(text()).toBe('Ada joined Bo’s league')
    expect(screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Ada', '/players/7'],
      ['Bo', '/players/8'],
    ])
  })

  test('may end it', () => {
    line(<NamedText text="Welcome, Ada" names={[{ id: 7, start: 9, length: 3 }]} />)
    expect(text()).toBe('Welcome, Ada')
    expect(screen.getByRole('link', { name: 'Ada' })).toBeDefined()
  })

  test('may be missing', () => {
    line(<NamedText text="Gameweek 13 is open" names={[]} />)
    expect(text()).toBe('Gameweek 13 is open')
    expect(screen.queryByRole('link')).toBeNull()
  })
})
