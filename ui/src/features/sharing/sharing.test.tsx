import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { ShareComment, ShareCounts, SharedPrediction } from '../../../../src/areas/sharing/contract.ts'
import { componentTests, draw, ok, problem } from '../../../../test/support/components.tsx'
import { match, pick } from '../../../../test/support/dashboard.tsx'
import { shareSample } from '../../../../test/support/samples.ts'
import { callOf } from '../../app/sharing/calls.ts'
import { CommentForm } from './CommentForm.tsx'
import { Comments } from './Comments.tsx'
import { FeedPost, Own } from './FeedPost.tsx'
import { gameweekOffer } from './offers.ts'
import { reads } from './reads.ts'
import { ShareForm } from './ShareForm.tsx'
import { useComments } from './shareReads.ts'

componentTests()

const NOW = Date.parse('2025-11-29T16:00:00.000Z')
const share = shareSample()

describe('the form of a share', () => {
  const CREATE = 'POST /api/share-predictions'
  const offer = gameweekOffer(13, [pick(match(1)), pick(match(2))])
  const create = { name: 'Create link' }

  test('offers all picks; without one nothing is sent', async () => {
    const { user, writes } = draw(<ShareForm offer={offer} />)
    expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('My predictions for Gameweek 13')
    const boxes = within(screen.getByRole('list', { name: 'Your picks' })).getAllByRole<HTMLInputElement>('checkbox')
    expect(boxes.map(({ checked }) => checked)).toEqual([true, true])
    for (const box of boxes) await user.click(box)
    await user.click(screen.getByRole('button', create))
    expect(await screen.findByText('No predictions selected')).toBeDefined()
    expect(screen.getByText('Please select at least one prediction to share')).toBeDefined()
    expect(writes()).toEqual([])
  })

  test('needs a title', async () => {
    const { user, writes } = draw(<ShareForm offer={offer} />)
    await user.clear(screen.getByLabelText('Title'))
    await user.click(screen.getByRole('button', create))
    expect(screen.getByText('A share needs a title')).toBeDefined()
    expect(writes()).toEqual([])
  })

  test('sends the chosen picks and shows the link; another share can follow', async () => {
    const { user, writes } = draw(<ShareForm offer={offer} />, {
      answers: { [CREATE]: ok(SharedPrediction, shareSample({ isPublic: false })) },
    })
    await user.click(within(screen.getByRole('list', { name: 'Your picks' })).getAllByRole('checkbox')[0]!)
    await user.click(screen.getByRole('checkbox', { name: 'Public' }))
    expect(screen.getByText('Only people with the link can open it.')).toBeDefined()
    await user.click(screen.getByRole('button', create))
    expect(await screen.findByText('Predictions shared successfully!')).toBeDefined()
    expect(writes()[0]!.body).toEqual({
      predictionIds: [72],
      title: 'My predictions for Gameweek 13',
      description: null,
      shareType: 'gameweek',
      isPublic: false,
    })
    expect(screen.getByLabelText<HTMLInputElement>('Link').value).toContain(`/shared/${share.shareUrl}`)
    for (const name of ['Twitter/X', 'Facebook', 'LinkedIn', 'WhatsApp', 'Reddit']) {
      const link = screen.getByRole('link', { name: new RegExp(name) })
      expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual([
        '_blank',
        expect.stringContaining('noopener'),
      ])
    }
    await user.click(screen.getByRole('button', { name: 'Create Another Share' }))
    expect(screen.getByRole('form', { name: 'Share Your Predictions' })).toBeDefined()
  })

  test('that is refused keeps what was typed', async () => {
    const { user } = draw(<ShareForm offer={offer} />, { answers: { [CREATE]: problem(429, 'You share too often') } })
    await user.type(screen.getByLabelText('Description'), 'One hunch.')
    await user.click(screen.getByRole('button', create))
    expect(await screen.findByText('Failed to share predictions')).toBeDefined()
    expect(screen.getByText('You share too often')).toBeDefined()
    expect(screen.getByLabelText<HTMLTextAreaElement>('Description').value).toBe('One hunch.')
  })
})

describe('a post in the feed', () => {
  const LIKE = `POST /api/shared-predictions/${share.shareUrl}/interact`
  const post = (changes: Partial<SharedPrediction> = {}) => (
    <FeedPost share={shareSample(changes)} callsOf={() => []} now={NOW} />
  )

  test('R87: of the reader has Like disabled with its count, Share and View', () => {
    draw(post({ isMine: true, likes: 0 }))
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Like 0' }).disabled).toBe(true)
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Share' }).disabled).toBe(false)
    expect(screen.getByRole('link', { name: /^View/ }).getAttribute('href')).toBe(`/shared/${share.shareUrl}`)
  })

  test('shows the reader’s own pick beside each shared one, but not on their own share (R246)', () => {
    const calls = shareSample().predictionIds.map((shared) => callOf(shared, NOW))
    const [first] = calls
    const own = new Map([[first!.fixtureId, { ...first!.pick, predictedHomeScore: 4, predictedAwayScore: 0 }]])
    const shown = (isMine: boolean) => (
      <Own value={own}>
        <FeedPost share={shareSample({ isMine, shareType: 'custom' })} callsOf={() => calls} now={NOW} />
      </Own>
    )
    const { unmount } = draw(shown(false))
    expect(screen.getAllByText(/^Your pick:/)[0]!.textContent).toBe('Your pick: 4–0')
    unmount()
    draw(shown(true))
    expect(screen.queryByText(/^Your pick:/)).toBeNull()
  })

  test('is liked, and the like taken back', async () => {
    const counts = (likes: number, isLiked: boolean) => ok(ShareCounts, { views: 126, likes, shares: 9, isLiked })
    const { user, answer, writes } = draw(post(), { answers: { [LIKE]: counts(32, true) } })
    await user.click(screen.getByRole('button', { name: 'Like' }))
    await waitFor(() => expect(screen.getByRole('article').textContent).toMatch(/32 ?likes/))
    const liked = await screen.findByRole('button', { name: 'Liked' })
    expect(liked.getAttribute('aria-pressed')).toBe('true')
    answer(LIKE, counts(31, false))
    await user.click(liked)
    await waitFor(() => expect(screen.getByRole('article').textContent).toMatch(/31 ?likes/))
    expect(writes().map(({ body }) => body)).toEqual([{ type: 'like' }, { type: 'unlike' }])
  })

  test('whose like is refused shows the count of before', async () => {
    const { user } = draw(post(), { answers: { [LIKE]: problem(429, 'Too many likes') } })
    await user.click(screen.getByRole('button', { name: 'Like' }))
    expect(await screen.findByText('Action failed')).toBeDefined()
    expect(screen.getByRole('article').textContent).toMatch(/31 ?likes/)
    expect(screen.getByRole('button', { name: 'Like' })).toBeDefined()
  })
})

describe('comments', () => {
  const PATH = reads.comments.key(share.shareUrl)
  const comment = (id: number, changes: Partial<ShareComment> = {}): ShareComment => ({
    id,
    sharedPredictionId: 1,
    content: `Comment ${id}`,
    likes: 0,
    mayDelete: false,
    createdAt: '2025-11-29T15:30:00.000Z',
    user: { id: 2, username: 'maya_k', displayName: 'maya_k', profileImage: null },
    ...changes,
  })
  const list = (...all: ShareComment[]) => ok(z.array(ShareComment), all)
  function Shown({ count }: { count: number }) {
    return (
      <Comments
        share={shareSample({ commentCount: count })}
        comments={useComments(share.shareUrl)}
        readerId={2}
        now={NOW}
      />
    )
  }

  test('of which there are none invite the first', async () => {
    draw(<Shown count={0} />, { answers: { [PATH]: list() } })
    expect(await screen.findByText('No comments yet. Be the first to comment!')).toBeDefined()
  })

  test('that fail can be requested again', async () => {
    const { user, answer } = draw(<Shown count={1} />, { answers: { [PATH]: problem(503) } })
    expect(await screen.findByText('Failed to load comments')).toBeDefined()
    answer(PATH, list(comment(1)))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Comment 1')).toBeDefined()
  })

  test('of before are shown on request, oldest first', async () => {
    const { user } = draw(<Shown count={2} />, {
      answers: { [PATH]: list(comment(2)), [`${PATH}?before=2`]: list(comment(1)) },
    })
    await user.click(await screen.findByRole('button', { name: 'Show earlier comments' }))
    await screen.findByText('Comment 1')
    expect(screen.getAllByText(/^Comment \d$/).map(({ textContent }) => textContent)).toEqual([
      'Comment 1',
      'Comment 2',
    ])
    expect(screen.queryByRole('button', { name: 'Show earlier comments' })).toBeNull()
  })

  test('T91: a display name is shown with the username where they differ', async () => {
    const user = { id: 3, username: 'maya_k', displayName: 'saoirse-b', profileImage: null }
    draw(<Shown count={1} />, { answers: { [PATH]: list(comment(1, { user })) } })
    const item = (await screen.findByText('Comment 1')).closest('li')!
    expect(item.textContent).toContain('saoirse-b @maya_k')
  })

  test('are posted trimmed, at most 500 characters long, one after another (R356)', async () => {
    const posted: string[] = []
    const post = async (content: string) => {
      posted.push(content)
      return { isDone: true }
    }
    const { user } = draw(<CommentForm userId={1} shareId={1} isBusy={false} post={post} />)
    const send = screen.getByRole<HTMLButtonElement>('button', { name: 'Post' })
    const field = screen.getByLabelText<HTMLInputElement>('Add a comment', { selector: 'input' })
    expect(send.disabled).toBe(true)
    await user.click(field)
    await user.paste('x'.repeat(501))
    expect(screen.getByText('At most 500 characters')).toBeDefined()
    expect(send.disabled).toBe(true)
    await user.clear(field)
    // R511: an emoji is two UTF-16 units.
    await user.paste('🎉'.repeat(500))
    expect(screen.getByText('500 of 500')).toBeDefined()
    expect(send.disabled).toBe(false)
    await user.clear(field)
    await user.type(field, '  Louder.  {Enter}')
    expect(posted).toEqual(['Louder.'])
    expect(field.value).toBe('')
    await user.type(field, 'Again')
    await user.click(send)
    // The button is disabled then.
    expect(document.activeElement).toBe(field)
  })
})
