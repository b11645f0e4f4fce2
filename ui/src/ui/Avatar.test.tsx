import { fireEvent, screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { componentTests, draw } from '../../../test/support/components.tsx'
import { teamSample } from '../../../test/support/samples.ts'
import { Avatar, hueOf } from './Avatar.tsx'
import { Crest } from './Crest.tsx'

componentTests()

const picture = () => document.querySelector('img')

describe('an avatar', () => {
  test('without a picture shows the first letters, hidden from screen readers', () => {
    draw(<Avatar username="saoirse" image={null} />)
    expect(screen.getByText('SA').getAttribute('aria-hidden')).toBe('true')
    expect(picture()).toBeNull()
  })

  test('shows the picture, as decoration', () => {
    draw(<Avatar username="saoirse" image="/a.png" />)
    expect(picture()?.getAttribute('src')).toBe('/a.png')
    expect(picture()?.getAttribute('alt')).toBe('')
    expect(screen.queryByText('SA')).toBeNull()
  })

  test('falls back to the letters when the picture is broken, until there is another', () => {
    const { rerender } = draw(<Avatar username="saoirse" image="/a.png" />)
    fireEvent.error(picture()!)
    expect(screen.getByText('SA')).toBeDefined()
    rerender(<Avatar username="saoirse" image="/b.png" />)
    expect(picture()?.getAttribute('src')).toBe('/b.png')
  })

  test('has one of five colours, the same for the same name', () => {
    const hues = Array.from({ length: 50 }, (_, index) => hueOf(`player-${index}`))
    expect(new Set(hues)).toEqual(new Set([0, 1, 2, 3, 4]))
    expect(hueOf('saoirse')).toBe(hueOf('saoirse'))
  })
})

describe('a crest', () => {
  const everton = teamSample(9, 'Everton')

  test('without a logo shows the letters of the club, hidden from screen readers', () => {
    draw(<Crest team={{ ...everton, code: 'EVE' }} />)
    // Two letters below 24 px, three from there on (style sheet).
    expect(screen.getByText('EV').nextElementSibling).toBe(screen.getByText('EVE'))
    expect(screen.getByText('EVE').parentElement!.getAttribute('aria-hidden')).toBe('true')
  })

  test('shows the logo, and falls back to the letters when it is broken', () => {
    draw(<Crest team={{ ...everton, logoUrl: '/everton.svg' }} />)
    expect(picture()?.getAttribute('alt')).toBe('')
    expect(screen.queryByText('EV')).toBeNull()
    fireEvent.error(picture()!)
    expect(screen.getByText('EV')).toBeDefined()
  })

  test('needs neither colours nor a code', () => {
    draw(<Crest team={{ shortName: 'Wigan' }} />)
    expect(screen.getAllByText('WI')).toHaveLength(2)
  })
})
