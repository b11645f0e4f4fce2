import { act, screen } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { componentTests, draw, ok, problem } from '../../../test/support/components.tsx'
import { Button } from './Button.tsx'
import { toast } from './Toast.tsx'
import { useMore } from './useMore.ts'

componentTests()

afterEach(() => act(() => toast(null)))

const Entry = z.object({ id: z.number() })
type Entry = z.infer<typeof Entry>
const list = z.array(Entry)
const entries = (...ids: number[]) => ids.map((id) => ({ id }))
const page = (offset: number) => `/api/news?limit=2&offset=${offset}`

function News({ first, rowsOf }: { first: readonly Entry[] | undefined; rowsOf?: (answer: unknown) => Entry[] }) {
  const { all, hasMore, isLoading, showMore } = useMore('/api/news', first, 2, rowsOf)
  return (
    <>
      <p>All: {all?.map(({ id }) => id).join(' ') ?? 'unknown'}</p>
      {hasMore && (
        <Button busy={isLoading} onClick={showMore}>
          Show more
        </Button>
      )}
    </>
  )
}

const more = () => screen.getByRole('button', { name: 'Show more' })
const noMore = () => expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()

describe('a list with more to show', () => {
  test('has none while the first page is loading, or where that is not full', () => {
    const { rerender } = draw(<News first={undefined} />)
    expect(screen.getByText('All: unknown')).toBeDefined()
    noMore()
    rerender(<News first={entries(9)} />)
    expect(screen.getByText('All: 9')).toBeDefined()
    noMore()
  })

  test('is read page by page to its end', async () => {
    const { user, calls } = draw(<News first={entries(9, 8)} />, {
      answers: { [page(2)]: ok(list, entries(7, 6)), [page(4)]: ok(list, entries(5)) },
    })
    await user.click(more())
    expect(await screen.findByText('All: 9 8 7 6')).toBeDefined()
    await user.click(more())
    expect(await screen.findByText('All: 9 8 7 6 5')).toBeDefined()
    noMore()
    expect(calls.map(({ path }) => path)).toEqual([page(2), page(4)])
  })

  test('shows an entry once that has moved to the next page', async () => {
    const { user } = draw(<News first={entries(9, 8)} />, { answers: { [page(2)]: ok(list, entries(8, 7)) } })
    await user.click(more())
    expect(await screen.findByText('All: 9 8 7')).toBeDefined()
  })

  test('keeps later pages when the first changes', async () => {
    const { user, rerender } = draw(<News first={entries(9, 8)} />, { answers: { [page(2)]: ok(list, entries(7, 6)) } })
    await user.click(more())
    await screen.findByText('All: 9 8 7 6')
    rerender(<News first={entries(10, 9)} />)
    expect(screen.getByText('All: 10 9 7 6')).toBeDefined()
  })

  test('may find its entries within the answer', async () => {
    const Answer = z.object({ rows: list })
    const { user } = draw(<News first={entries(9, 8)} rowsOf={(answer) => (answer as z.infer<typeof Answer>).rows} />, {
      answers: { [page(2)]: ok(Answer, { rows: entries(7) }) },
    })
    await user.click(more())
    expect(await screen.findByText('All: 9 8 7')).toBeDefined()
  })

  test('is busy while it is loading', async () => {
    const { user } = draw(<News first={entries(9, 8)} />, { answers: { [page(2)]: 'pending' } })
    await user.click(more())
    expect(screen.getByRole('button', { name: 'Show more', busy: true })).toBeDefined()
  })

  test.each([
    [problem(503, 'Back in a minute.'), 'Back in a minute.'],
    ['offline', 'Try again.'],
  ] as const)('can be tried again after a failure (%#)', async (reply, words) => {
    const { user, answer } = draw(<News first={entries(9, 8)} />, { answers: { [page(2)]: reply } })
    await user.click(more())
    expect(await screen.findByText('Failed to load more')).toBeDefined()
    expect(screen.getByText(words)).toBeDefined()
    expect(screen.getByText('All: 9 8')).toBeDefined()
    answer(page(2), ok(list, entries(7)))
    await user.click(more())
    expect(await screen.findByText('All: 9 8 7')).toBeDefined()
  })
})
