import { screen } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { expect, test } from 'vitest'
import { componentTests, draw } from '../../../test/support/components.tsx'
import { ButtonLink } from './ButtonLink.tsx'

componentTests()

test('a button that leads to a page is a link and opens the page', async () => {
  const { user } = draw(
    <Routes>
      <Route path="/" element={<ButtonLink to="/leagues">Find a league</ButtonLink>} />
      <Route path="/leagues" element={<h1>Leagues</h1>} />
    </Routes>,
  )
  const link = screen.getByRole('link', { name: 'Find a league' })
  expect(link.getAttribute('href')).toBe('/leagues')
  await user.tab()
  expect(document.activeElement).toBe(link)
  await user.keyboard('{Enter}')
  expect(screen.getByRole('heading', { name: 'Leagues' })).toBeDefined()
})
