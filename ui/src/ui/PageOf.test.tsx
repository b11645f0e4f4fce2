import { screen } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { componentTests, draw } from '../../../test/support/components.tsx'
import { ApiError } from '../api/http.ts'
import { Gone } from './Gone.tsx'
import { isGone, PageOf } from './PageOf.tsx'

componentTests()

const failure = (status: number) => new ApiError(new Response(null, { status }), '')
const state = (data: string | undefined, error?: unknown) => ({ data, error, mutate: vi.fn() })

const page = (read: ReturnType<typeof state>, title?: (name: string) => string) => (
  <PageOf
    read={read}
    name="League"
    title={title}
    gone={
      <Gone title="League not found" to="/leagues" label="All leagues">
        It may have been deleted.
      </Gone>
    }
    failed="Failed to load the league"
    loading="Loading the league"
  >
    {(name) => <h1>{name}</h1>}
  </PageOf>
)

describe('a page of one thing', () => {
  test('has a heading and a title while it is loading', () => {
    draw(page(state(undefined)))
    expect(screen.getByRole('heading', { level: 1, name: 'League' })).toBeDefined()
    expect(screen.getByRole('status', { busy: true }).textContent).toBe('Loading the league')
    expect(document.title).toBe('League · PLP')
  })

  test('has the title of the thing once it is loaded', () => {
    draw(page(state('Office'), (name) => `${name} league`))
    expect(screen.getByRole('heading', { level: 1, name: 'Office' })).toBeDefined()
    expect(document.title).toBe('Office league · PLP')
  })

  test('keeps its own title if the thing gives none', () => {
    draw(page(state('Office')))
    expect(document.title).toBe('League · PLP')
  })

  test.each([404, 400])('is replaced by "not found" for status %i', (status) => {
    draw(page(state(undefined, failure(status))))
    expect(screen.getByRole('heading', { level: 1, name: 'League not found' })).toBeDefined()
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
    expect(document.title).toBe('League not found · PLP')
  })

  test('can be tried again after any other failure', async () => {
    const read = state(undefined, failure(500))
    const { user } = draw(page(read))
    expect(screen.getByRole('heading', { level: 1, name: 'League' })).toBeDefined()
    expect(screen.getByRole('alert').textContent).toContain('Failed to load the league')
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(read.mutate).toHaveBeenCalledTimes(1)
  })

  test('disappears when it is gone meanwhile', () => {
    draw(page(state('Office', failure(404))))
    expect(screen.queryByRole('heading', { name: 'Office' })).toBeNull()
    expect(screen.getByRole('heading', { name: 'League not found' })).toBeDefined()
  })
})

test('neither a network failure nor another status makes a page gone', () => {
  expect(isGone(new TypeError('Failed to fetch'))).toBe(false)
  expect(isGone(failure(403))).toBe(false)
  expect(isGone(undefined)).toBe(false)
})
