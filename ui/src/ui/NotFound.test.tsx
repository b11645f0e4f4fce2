import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { componentTests, draw } from '../../../test/support/components.tsx'
import { PRODUCT } from '../lib/usePageTitle.ts'
import { Gone } from './Gone.tsx'
import { NotFound } from './NotFound.tsx'

componentTests()

test('an unknown address has a heading, a title, and a way back', () => {
  const { unmount } = draw(<NotFound />)
  expect(screen.getByRole('heading', { level: 1, name: '404 Page Not Found' })).toBeDefined()
  expect(screen.getByText('There’s nothing on at this address.')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Back to the fixtures' }).getAttribute('href')).toBe('/')
  expect(document.title).toBe('404 Page Not Found · PLP')
  unmount()
  expect(document.title).toBe(PRODUCT)
})

test('a page that is gone has a heading, a title, and a way on', () => {
  draw(
    <Gone title="League not found" to="/leagues" label="All leagues">
      It may have been deleted.
    </Gone>,
  )
  expect(screen.getByRole('heading', { level: 1, name: 'League not found' })).toBeDefined()
  expect(screen.getByText('It may have been deleted.')).toBeDefined()
  expect(screen.getByRole('link', { name: 'All leagues' }).getAttribute('href')).toBe('/leagues')
  expect(document.title).toBe('League not found · PLP')
})
