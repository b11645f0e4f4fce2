import { screen } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { componentTests, draw } from '../../../test/support/components.tsx'
import { Button } from './Button.tsx'
import { Loading } from './Skeleton.tsx'
import { EmptyState, ErrorState } from './State.tsx'

componentTests()

describe('an empty state', () => {
  test('R261: has a title, a text and one next step, and is no alert', () => {
    draw(
      <EmptyState title="No leagues yet" action={<Button>Create League</Button>}>
        Start one with your friends.
      </EmptyState>,
    )
    expect(screen.getByText('No leagues yet')).toBeDefined()
    expect(screen.getByText('Start one with your friends.')).toBeDefined()
    expect(screen.getByRole('button', { name: 'Create League' })).toBeDefined()
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.queryByRole('heading')).toBeNull()
  })

  test('that is the page has the heading of it', () => {
    draw(<EmptyState title="League not found" isPage action={null} />)
    expect(screen.getByRole('heading', { level: 1, name: 'League not found' })).toBeDefined()
  })
})

describe('an error state', () => {
  test('is an alert, and can be tried again', async () => {
    const onRetry = vi.fn()
    const { user } = draw(
      <ErrorState title="Failed to load" onRetry={onRetry}>
        The server did not answer.
      </ErrorState>,
    )
    expect(screen.getByRole('alert').textContent).toBe('Failed to loadThe server did not answer.Try again')
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(onRetry).toHaveBeenCalledTimes(1)
  })

  test('offers no retry where there is none', () => {
    draw(<ErrorState title="Failed to load" />)
    expect(screen.getByRole('alert').textContent).toBe('Failed to load')
    expect(screen.queryByRole('button')).toBeNull()
  })
})

describe('a loading state', () => {
  const blocks = () => screen.getByRole('status', { busy: true }).childElementCount - 1

  test('is announced, with blocks in the place of rows', () => {
    draw(<Loading label="Loading leagues" rows={6} />)
    expect(screen.getByRole('status', { busy: true }).textContent).toBe('Loading leagues')
    expect(blocks()).toBe(6)
  })

  test('may have a shape of its own', () => {
    draw(
      <Loading label="Loading leagues">
        <div data-testid="shape" />
      </Loading>,
    )
    expect(screen.getByTestId('shape')).toBeDefined()
    expect(blocks()).toBe(1)
  })
})
