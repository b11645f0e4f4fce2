import { screen } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { ShareCounts } from '../../../../src/areas/sharing/contract.ts'
import { componentTests, draw, ok, problem } from '../../../../test/support/components.tsx'
import { shareSample } from '../../../../test/support/samples.ts'
import { useShareLink } from './useShareLink.tsx'

componentTests()

const { shareUrl, title } = shareSample()
const COUNT = `POST /api/shared-predictions/${shareUrl}/interact`
const counts = { views: 126, likes: 31, shares: 10, isLiked: false }

/** A phone whose share sheet answers with `answer`. */
function open(answer: () => Promise<void>, counted = ok(ShareCounts, counts)) {
  const share = vi.fn(answer)
  vi.stubGlobal('navigator', Object.create(navigator, { share: { value: share } }))
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) => ({ matches: query === '(pointer: coarse)' }) as MediaQueryList,
  )
  const onCounted = vi.fn()
  function Link() {
    const { sendLink } = useShareLink({ shareUrl, title }, { onCounted, showsToast: true })
    return (
      <button type="button" onClick={() => void sendLink()}>
        Share
      </button>
    )
  }
  const drawn = draw(<Link />, { answers: { [COUNT]: counted } })
  return { ...drawn, share, onCounted, press: () => drawn.user.click(screen.getByRole('button', { name: 'Share' })) }
}

describe('the share sheet of a phone', () => {
  test('shares the link, which is counted', async () => {
    const { share, onCounted, press } = open(async () => {})
    await press()
    expect(await screen.findByText('Shared successfully')).toBeDefined()
    expect(share).toHaveBeenCalledWith({ title, url: `${location.origin}/shared/${shareUrl}` })
    expect(onCounted).toHaveBeenCalledWith(counts)
  })

  test('that is dismissed counts nothing and says nothing', async () => {
    const { press, writes } = open(() => Promise.reject(new DOMException('Dismissed', 'AbortError')))
    await press()
    expect(screen.getByRole('status').textContent).toBe('')
    expect(writes()).toEqual([])
  })

  test('that fails says so', async () => {
    const { press, writes } = open(() => Promise.reject(new Error('No apps')))
    await press()
    expect(await screen.findByText('Share failed')).toBeDefined()
    expect(writes()).toEqual([])
  })

  test('whose share the server does not count keeps the numbers', async () => {
    const { onCounted, press } = open(async () => {}, problem(429, 'Too often') as ReturnType<typeof ok>)
    await press()
    expect(await screen.findByText('Share failed')).toBeDefined()
    expect(screen.getByText('Too often')).toBeDefined()
    expect(onCounted).not.toHaveBeenCalled()
  })
})
