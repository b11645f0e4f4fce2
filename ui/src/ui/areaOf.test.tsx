import { screen } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { describe, expect, test } from 'vitest'
import { componentTests, draw } from '../../../test/support/components.tsx'
import type { PageProps } from '../lib/area.ts'
import { areaOf, byId } from './areaOf.tsx'
import { HelpLink } from './HelpLink.tsx'
import { SkipLink } from './SkipLink.tsx'

componentTests()

const List = () => <h1>All leagues</h1>
const One = ({ id }: { id: number }) => <h1>League {id}</h1>
const Leagues = areaOf({ '': List, ':id': byId(One, <h1>No such league</h1>) })
const props = {} as PageProps

const at = (address: string) => {
  draw(
    <Routes>
      <Route path="/leagues/*" element={<Leagues {...props} />} />
    </Routes>,
    { at: address },
  )
  return screen.getByRole('heading', { level: 1 }).textContent
}

describe('an address within an area', () => {
  test.each([
    ['/leagues', 'All leagues'],
    ['/leagues/3', 'League 3'],
    ['/leagues/0', 'No such league'],
    ['/leagues/03', 'No such league'],
    ['/leagues/three', 'No such league'],
    ['/leagues/3/members', '404 Page Not Found'],
  ])('%s shows "%s"', (address, heading) => {
    expect(at(address)).toBe(heading)
  })
})

test('a link to the help has its topic', () => {
  draw(<HelpLink to="points">How points work</HelpLink>)
  const link = screen.getByRole('link', { name: 'Help: How points work' })
  expect(link.getAttribute('href')).toBe('/help#points')
})

test('the skip link is the first stop, and moves the focus to the contents', async () => {
  const { user } = draw(
    <>
      <SkipLink to="contents" />
      <a href="/table">Table</a>
      <main id="contents" tabIndex={-1}>
        Fixtures
      </main>
    </>,
  )
  await user.tab()
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Skip to content' }))
  await user.keyboard('{Enter}')
  expect(document.activeElement).toBe(screen.getByRole('main'))
})
