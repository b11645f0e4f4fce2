import { screen } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { componentTests, done, draw, problem } from '../../../test/support/components.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'

componentTests()

afterEach(() => vi.restoreAllMocks())

function Broken(): never {
  throw new Error('broken page')
}

/** React reports an error that a boundary catches. */
const silenced = () => vi.spyOn(console, 'error').mockImplementation(() => {})

describe('an error boundary', () => {
  test('shows its page', () => {
    draw(
      <ErrorBoundary>
        <p>Fixtures</p>
      </ErrorBoundary>,
    )
    expect(screen.getByText('Fixtures')).toBeDefined()
  })

  test('replaces a page that throws, and nothing beside it', () => {
    silenced()
    draw(
      <>
        <p>Navigation</p>
        <ErrorBoundary>
          <Broken />
        </ErrorBoundary>
      </>,
    )
    expect(screen.getByRole('alert').textContent).toContain('Something went wrong')
    expect(screen.getByText('Navigation')).toBeDefined()
  })

  test('shows the next page, which has another key', () => {
    silenced()
    const { rerender } = draw(
      <ErrorBoundary key="/a">
        <Broken />
      </ErrorBoundary>,
    )
    rerender(
      <ErrorBoundary key="/b">
        <p>Fixtures</p>
      </ErrorBoundary>,
    )
    expect(screen.getByText('Fixtures')).toBeDefined()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('reloads the window to try again, if the server responds', async () => {
    silenced()
    const reload = vi.spyOn(location, 'reload').mockImplementation(() => {})
    const { user, answer, calls } = draw(
      <ErrorBoundary>
        <Broken />
      </ErrorBoundary>,
      { answers: { '/healthz': problem(503) } },
    )
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(calls).toHaveLength(1)
    expect(reload).not.toHaveBeenCalled()
    answer('/healthz', 'offline')
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(reload).not.toHaveBeenCalled()
    answer('/healthz', { ...done, status: 200 })
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(reload).toHaveBeenCalledTimes(1)
  })
})
