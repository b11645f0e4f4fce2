import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { SharedPrediction } from '../../../../src/areas/sharing/contract.ts'
import { componentTests, draw, ok, problem } from '../../../../test/support/components.tsx'
import { shareSample } from '../../../../test/support/samples.ts'
import { FEED_LIMIT } from './feed.ts'
import { reads } from './reads.ts'
import { useFeed } from './useFeed.ts'

componentTests()

const CHOICE = { sort: 'recent', type: 'all', isFollowing: false } as const
const FEED = reads.feed.key(CHOICE, FEED_LIMIT)
const NEXT = `${FEED}&cursor=a%2Fb`

const share = (id: number): SharedPrediction =>
  shareSample({ id, createdAt: new Date(Date.parse('2025-11-29T10:00:00.000Z') + id * 60_000).toISOString() })
/** A page of shares, from `first` down, with the cursor of the next one. */
const page = (first: number, length: number, next?: string) =>
  ok(
    z.array(SharedPrediction),
    Array.from({ length }, (_, index) => share(first - index)),
    next ? { 'Plp-Next-Cursor': next } : undefined,
  )

/** The ids of the feed: its posts are drawn by their own tests. */
function Ids() {
  const { read, newer, showNewer, hasMore, isLoading, loadMore } = useFeed(CHOICE)
  const { data } = read
  return (
    <>
      <p>{data ? `${data.length} shares, ${data[0]?.id} to ${data.at(-1)?.id}` : 'no feed'}</p>
      <button type="button" onClick={() => void read.mutate()}>
        Reread
      </button>
      <button type="button" disabled={!hasMore || isLoading} onClick={() => void loadMore()}>
        More
      </button>
      <button type="button" disabled={newer === 0} onClick={showNewer}>
        {newer} newer
      </button>
    </>
  )
}
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })

describe('the feed', () => {
  test('of less than a page has no more', async () => {
    draw(<Ids />, { answers: { [FEED]: page(3, 3, 'a/b') } })
    expect(await screen.findByText('3 shares, 3 to 1')).toBeDefined()
    expect(button('More').disabled).toBe(true)
  })

  test('grows by pages without a share twice, to the last one', async () => {
    const { user } = draw(<Ids />, { answers: { [FEED]: page(100, FEED_LIMIT, 'a/b'), [NEXT]: page(82, 3) } })
    await screen.findByText('20 shares, 100 to 81')
    await user.click(button('More'))
    expect(await screen.findByText('21 shares, 100 to 80')).toBeDefined()
    expect(button('More').disabled).toBe(true)
  })

  test('keeps its page when the next one fails, and tries again', async () => {
    const { user, answer } = draw(<Ids />, { answers: { [FEED]: page(100, FEED_LIMIT, 'a/b'), [NEXT]: problem(503) } })
    await screen.findByText('20 shares, 100 to 81')
    await user.click(button('More'))
    expect(await screen.findByText('Failed to load more')).toBeDefined()
    expect(screen.getByText('20 shares, 100 to 81')).toBeDefined()
    answer(NEXT, page(80, 1))
    await user.click(button('More'))
    expect(await screen.findByText('21 shares, 100 to 80')).toBeDefined()
  })

  test('R382: has more after a share of its first page was removed', async () => {
    const { user, answer } = draw(<Ids />, { answers: { [FEED]: page(100, FEED_LIMIT, 'a/b'), [NEXT]: page(80, 1) } })
    await screen.findByText('20 shares, 100 to 81')
    answer(FEED, page(99, FEED_LIMIT - 1, 'a/b'))
    await user.click(button('Reread'))
    await screen.findByText('19 shares, 99 to 81')
    await user.click(button('More'))
    expect(await screen.findByText('20 shares, 99 to 80')).toBeDefined()
  })

  test('holds new shares back until they are requested', async () => {
    const { user, answer } = draw(<Ids />, { answers: { [FEED]: page(3, 3) } })
    await screen.findByText('3 shares, 3 to 1')
    answer(FEED, page(5, 5))
    await user.click(button('Reread'))
    await waitFor(() => expect(button('2 newer').disabled).toBe(false))
    expect(screen.getByText('3 shares, 3 to 1')).toBeDefined()
    await user.click(button('2 newer'))
    expect(screen.getByText('5 shares, 5 to 1')).toBeDefined()
    expect(button('0 newer').disabled).toBe(true)
  })
})
