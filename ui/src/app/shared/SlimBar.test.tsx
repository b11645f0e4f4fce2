import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { componentTests, draw } from '../../../../test/support/components.tsx'
import { readerSample } from '../../../../test/support/samples.ts'
import { SlimBar } from './SlimBar.tsx'

componentTests()

test('has links into the app for a player who is signed in', async () => {
  draw(<SlimBar session={{ status: 'signed-in', user: readerSample() }} />)
  const links = within(await screen.findByRole('navigation', { name: 'Main' })).getAllByRole('link')
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Social', '/social'],
    ['Play', '/'],
    ['Leagues', '/leagues'],
    ['Leaderboard', '/leaderboard'],
  ])
})

test('has Sign In for a stranger, and nothing while the session is not known', () => {
  const { rerender } = draw(<SlimBar session={{ status: 'signed-out' }} />)
  expect(screen.getByRole('link', { name: 'Sign In' }).getAttribute('href')).toBe('?enter=login')
  expect(screen.queryByRole('navigation')).toBeNull()
  rerender(<SlimBar session={{ status: 'loading' }} />)
  expect(screen.queryByRole('link', { name: 'Sign In' })).toBeNull()
})
