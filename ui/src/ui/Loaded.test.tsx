import { screen } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { componentTests, draw } from '../../../test/support/components.tsx'
import { ApiError } from '../api/http.ts'
import { Loaded } from './Loaded.tsx'
import { EmptyState } from './State.tsx'

componentTests()

const refusal = new ApiError(new Response(null, { status: 503 }), '{"detail":"Back in a minute."}')
const state = (data: readonly string[] | undefined, error?: unknown) => ({ data, error, mutate: vi.fn() })

const names = (read: ReturnType<typeof state>, more: { isBrief?: boolean; isAlone?: boolean } = {}) => (
  <Loaded
    read={read}
    failed="Failed to load names"
    loading={{ label: 'Loading names' }}
    empty={<EmptyState title="No names" action={null} />}
    {...more}
  >
    {(list) => <p>{list.join(', ')}</p>}
  </Loaded>
)

describe('a read', () => {
  test('is loading until there is data', () => {
    const { rerender } = draw(names(state(undefined)))
    expect(screen.getByRole('status', { busy: true }).textContent).toBe('Loading names')
    rerender(names(state(['Ada', 'Bo'])))
    expect(screen.getByText('Ada, Bo')).toBeDefined()
    expect(screen.queryByRole('status', { busy: true })).toBeNull()
  })

  test('has a placeholder of its own if it is given one', () => {
    draw(
      <Loaded read={state(undefined)} failed="Failed to load names" waiting={<p>One moment</p>}>
        {() => null}
      </Loaded>,
    )
    expect(screen.getByText('One moment')).toBeDefined()
  })

  test.each([true, false])('that is empty shows the empty state (in a panel of its own: %s)', (isAlone) => {
    draw(names(state([]), { isAlone }))
    expect(screen.getByText('No names')).toBeDefined()
  })

  test('without an empty state passes the empty list on', () => {
    draw(
      <Loaded read={state([])} failed="Failed to load names">
        {(list) => <p>{list.length} names</p>}
      </Loaded>,
    )
    expect(screen.getByText('0 names')).toBeDefined()
  })

  test.each([true, false])(
    'that fails shows the server’s words and a retry (in a panel of its own: %s)',
    async (isAlone) => {
      const read = state(undefined, refusal)
      const { user } = draw(names(read, { isAlone }))
      expect(screen.getByRole('alert').textContent).toContain('Failed to load names')
      expect(screen.getByText('Back in a minute.')).toBeDefined()
      await user.click(screen.getByRole('button', { name: 'Try again' }))
      expect(read.mutate).toHaveBeenCalledTimes(1)
    },
  )

  test('that fails without an answer explains it', () => {
    draw(names(state(undefined, new TypeError('Failed to fetch'))))
    expect(screen.getByText('The server did not answer.')).toBeDefined()
  })

  test('may keep the server’s words to itself', () => {
    draw(names(state(undefined, refusal), { isBrief: true }))
    expect(screen.getByRole('alert').textContent).toBe('Failed to load namesTry again')
  })

  test('keeps its data when a later one fails', () => {
    draw(names(state(['Ada'], refusal)))
    expect(screen.getByText('Ada')).toBeDefined()
    expect(screen.queryByRole('alert')).toBeNull()
  })
})
