import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import type { Fixture } from '../../../../src/areas/fixtures/contract.ts'
import { ShareComment, ShareCounts, SharedPrediction } from '../../../../src/areas/sharing/contract.ts'
import { componentTests, done, draw, holdResponses, ok, problem } from '../../../../test/support/components.tsx'
import { fixtureSample, readerSample, sharedPickSample, shareSample } from '../../../../test/support/samples.ts'
import { draftKey } from '../../features/predictions/draftKey.ts'
import type { Session } from '../../features/session/api.ts'
import '../../features/sharing/LinkDialog.tsx'
import '../../features/sharing/QuestionDialog.tsx'
import { reads } from '../../features/sharing/reads.ts'
import '../sharing/Bug.tsx'
import { Invitation } from './Invitation.tsx'
import { InvitationPanel } from './InvitationPanel.tsx'
import { MemberActions, MemberComments } from './Member.tsx'
import { SharedPage } from './SharedPage.tsx'

componentTests()
// It would open a socket, which browser tests do.
const { LiveReads } = vi.hoisted(() => ({ LiveReads: vi.fn(() => null) }))
vi.mock('./LiveReads.tsx', () => ({ LiveReads }))

const NOW = Date.parse('2025-11-29T15:00:00.000Z')
const TOKEN = shareSample().shareUrl
const SHARE = reads.share.key(TOKEN)
const COMMENTS = reads.comments.key(TOKEN)

beforeEach(() => {
  // The page takes the share of the address, as it is outside the router's pages.
  history.replaceState(null, '', `/shared/${TOKEN}`)
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
  history.replaceState(null, '', '/')
})

const answer = (changes: Partial<SharedPrediction> = {}) => ok(SharedPrediction, shareSample(changes))
const comment = (id: number, changes: Partial<ShareComment> = {}): ShareComment => ({
  ...{ id, sharedPredictionId: 1, content: `Comment ${id}`, likes: 0, mayDelete: false },
  createdAt: '2025-11-29T14:30:00.000Z',
  user: { id: 2, username: 'ben', displayName: 'ben', profileImage: null },
  ...changes,
})
const comments = (...all: ShareComment[]) => ok(z.array(ShareComment), all)

type Answers = NonNullable<NonNullable<Parameters<typeof draw>[1]>['answers']>
const stranger: Session = { status: 'signed-out' }
const open = (answers: Answers = {}, session: Session = stranger) =>
  draw(<SharedPage session={session} />, { answers: { [SHARE]: answer(), [COMMENTS]: comments(), ...answers } })
const article = (name = 'My five for Saturday') => screen.findByRole('article', { name })
const pickOf = (id: number, changes: Partial<Fixture> = {}) =>
  sharedPickSample({ id, fixture: fixtureSample({ id, ...changes }) })

describe('the page of a share', () => {
  test('waits while it is loading', () => {
    open({ [SHARE]: 'pending' })
    expect(screen.getByText('Loading shared prediction...')).toBeDefined()
    expect(screen.getByRole('link', { name: 'Sign In' })).toBeDefined()
  })

  test.each([400, 404])('that does not exist (%i) leads to the game', async (status) => {
    open({ [SHARE]: problem(status) })
    expect(await screen.findByText('Prediction Not Found')).toBeDefined()
    expect(screen.getByText("This shared prediction doesn't exist or has been removed.")).toBeDefined()
    expect(screen.getByRole('link', { name: 'View on PLP' }).getAttribute('href')).toBe('/')
    await waitFor(() => expect(document.title).toBe('Prediction Not Found · PLP'))
  })

  test('R512: watches the share of a signed-in reader, but no share that does not exist', async () => {
    const reader: Session = { status: 'signed-in', user: readerSample() }
    // The id of a public share opens it, too.
    history.replaceState(null, '', '/shared/1')
    const { unmount } = open({ [reads.share.key('1')]: answer() }, reader)
    await waitFor(() => expect(LiveReads).toHaveBeenCalledWith({ shareUrl: TOKEN }, undefined))
    unmount()
    LiveReads.mockClear()
    open({ [reads.share.key('1')]: problem(404) }, reader)
    expect(await screen.findByText('Prediction Not Found')).toBeDefined()
    expect(LiveReads).not.toHaveBeenCalled()
  })

  test('R483: an address without a token is not found, without a request', async () => {
    history.replaceState(null, '', '/shared/')
    const { calls } = open()
    expect(await screen.findByText('Prediction Not Found')).toBeDefined()
    expect(calls).toEqual([])
  })

  test('that fails has a heading and can be requested again', async () => {
    const drawn = open({ [SHARE]: problem(503, 'The store is away') })
    expect(await screen.findByText('Failed to load the shared prediction')).toBeDefined()
    expect(screen.getByText('The store is away')).toBeDefined()
    expect(screen.getByRole('heading', { level: 1, name: 'Shared prediction' })).toBeDefined()
    drawn.answer(SHARE, answer())
    await drawn.user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await article()).toBeDefined()
  })

  test('shows pick, cutoff, author and counts to a stranger, who can only share it', async () => {
    open({ [SHARE]: answer({ description: 'Bold.' }) })
    const page = within(await article())
    expect(page.getByText('Public')).toBeDefined()
    expect(page.getByText('Bold.')).toBeDefined()
    expect(page.getByText(/^pick, closes /)).toBeDefined()
    expect(page.getByRole('listitem').textContent).toContain('Home Win')
    expect(page.getByRole<HTMLButtonElement>('button', { name: 'Like' }).disabled).toBe(true)
    expect(page.getByText(/to like and comment\.$/).textContent).toBe('Sign In to like and comment.')
    expect(await screen.findByText('No comments yet. Be the first to comment!')).toBeDefined()
    expect(screen.queryByRole('form')).toBeNull()
    expect(document.title).toBe('My five for Saturday · PLP')
  })

  test('of a deleted player, private, with matches that are over or off', async () => {
    const over = { kickoffTime: '2025-11-28T12:30:00.000Z', isOpen: false } as const
    const predictionIds = [
      {
        ...pickOf(1, { ...over, status: 'FINISHED', homeScore: 2, awayScore: 1 }),
        pointsEarned: 15,
        verdict: 'exact' as const,
      },
      pickOf(2, { ...over, status: 'CANCELLED' }),
      pickOf(3, { status: 'POSTPONED', kickoffTime: null }),
      { ...pickOf(4), homeScore: null, awayScore: null, result: 'draw' as const },
    ]
    open({ [SHARE]: answer({ predictionIds, isPublic: false, user: null }) })
    const page = within(await article())
    expect(page.getByText('Private')).toBeDefined()
    expect(page.getByText('Anonymous')).toBeDefined()
    const [exact, cancelled, postponed, noScore] = page.getAllByRole('listitem').map(({ textContent }) => textContent)
    expect(exact).toContain('Final score 2–1')
    expect(cancelled).toContain('No points')
    expect(postponed).toContain('Kept')
    expect(noScore).toContain('No score')
  })

  test('of a gameweek is a slip with the first picks by day, and all on request', async () => {
    const predictionIds = [1, 2, 3, 4].map((id) =>
      pickOf(id, { kickoffTime: `2025-11-${28 + Math.ceil(id / 2)}T17:30:00.000Z` }),
    )
    predictionIds.push(pickOf(5, { kickoffTime: null }))
    const { user } = open({ [SHARE]: answer({ shareType: 'gameweek', predictionIds }) })
    const page = within(await article())
    expect(within(page.getByRole('list', { name: 'The 5 picks' })).getAllByRole('listitem')).toHaveLength(5)
    const days = () => page.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
    expect(days()).toEqual([expect.stringContaining('29 Nov')])
    await user.click(page.getByRole('button', { name: 'Show all 5' }))
    expect(days()).toEqual([
      expect.stringContaining('29 Nov'),
      expect.stringContaining('30 Nov'),
      'Date to be confirmed',
    ])
    expect(page.queryByRole('button', { name: /^Show all/ })).toBeNull()
  })

  test('of a player is read again once that player has signed in', async () => {
    const { rerender, answer: change, calls } = open({}, stranger)
    await article()
    change(SHARE, answer({ isLiked: true }))
    rerender(<SharedPage session={{ status: 'signed-in', user: readerSample({ id: 9 }) }} />)
    expect(await screen.findByRole('button', { name: 'Liked' })).toBeDefined()
    expect(calls.filter(({ path }) => path === SHARE)).toHaveLength(2)
    expect(screen.queryByRole('link', { name: 'Sign In' })).toBeNull()
  })
})

describe('what a member can do with a share', () => {
  const member = readerSample({ id: 9 })
  const path = `/api/shared-predictions/${TOKEN}`
  const counts = (likes: number, shares = 9) => ok(ShareCounts, { views: 126, likes, shares, isLiked: likes > 31 })
  const actions = (answers: Answers, changes: Partial<SharedPrediction> = {}, user = member) =>
    draw(<MemberActions share={shareSample(changes)} user={user} />, { answers })
  const press = (user: ReturnType<typeof draw>['user'], name: string) =>
    user.click(screen.getByRole('button', { name }))
  const inDialog = async (name: string) => within(await screen.findByRole('dialog', { name }))

  test('like it once, for good (R87)', async () => {
    const { user, writes } = actions({ [`POST ${path}/like`]: counts(32) })
    await press(user, 'Like')
    const liked = await screen.findByRole('button', { name: 'Liked' })
    expect(liked.getAttribute('aria-disabled')).toBe('true')
    await user.click(liked)
    expect(screen.getByText('32')).toBeDefined()
    expect(writes()).toHaveLength(1)
  })

  test('not like one’s own, but see the likes (R87)', () => {
    actions({}, { isMine: true })
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Like 31' }).disabled).toBe(true)
    expect(screen.queryByRole('button', { name: 'Report' })).toBeNull()
  })

  test('send the link, which is counted', async () => {
    const { user } = actions({ [`POST ${path}/interact`]: counts(31, 10) })
    await press(user, 'Share')
    expect(await screen.findByText('Link copied!')).toBeDefined()
    await waitFor(() => expect(screen.getByText('10')).toBeDefined())
  })

  test('still open the link where it cannot be copied, which is not counted', async () => {
    const { user, writes } = actions({})
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('Forbidden'))
    await press(user, 'Share')
    expect(await screen.findByText('Failed to copy link')).toBeDefined()
    expect(await screen.findByRole('dialog')).toBeDefined()
    expect(writes()).toEqual([])
  })

  test('report it with a reason', async () => {
    const { user, answer, writes } = actions(
      { [`POST ${path}/report`]: problem(429, 'Enough for today') },
      { isPublic: false },
    )
    expect(screen.getByText('Only people with the link can open it.')).toBeDefined()
    await press(user, 'Report')
    const dialog = await inDialog('Report this share')
    await user.type(dialog.getByLabelText('Reason'), ' Rude ')
    await user.click(dialog.getByRole('button', { name: 'Report' }))
    expect(await screen.findByText('Failed to report')).toBeDefined()
    expect(dialog.getByLabelText<HTMLTextAreaElement>('Reason').value).toBe(' Rude ')
    answer(`POST ${path}/report`, done)
    await user.click(dialog.getByRole('button', { name: 'Report' }))
    expect(await screen.findByText('Reported')).toBeDefined()
    expect(writes().at(-1)!.body).toEqual({ reason: 'Rude' })
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test.each([
    ['its owner', { isMine: true }, member],
    ['an administrator', {}, readerSample({ role: 'admin' })],
  ])('delete it, as %s', async (_, changes, as) => {
    const { user, writes } = actions({ [`DELETE ${path}`]: done }, changes, as)
    await press(user, 'Delete')
    const dialog = await inDialog('Delete this share?')
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('Share deleted')).toBeDefined()
    expect(writes().map((call) => `${call.method} ${call.path}`)).toEqual([`DELETE ${path}`])
  })

  const commenting = (answers: Answers, count = 1) =>
    draw(<MemberComments share={shareSample({ commentCount: count })} user={member} now={NOW} />, { answers })

  test('comment on it; a refusal keeps the text', async () => {
    const { user, answer, writes } = commenting({
      [COMMENTS]: comments(),
      [`POST ${path}/comments`]: problem(429, 'Wait a minute'),
    })
    const field = screen.getByLabelText<HTMLInputElement>('Add a comment', { selector: 'input' })
    await user.type(field, 'Louder{Enter}')
    expect(await screen.findByText('Failed to add comment')).toBeDefined()
    expect(field.value).toBe('Louder')
    answer(`POST ${path}/comments`, ok(ShareComment, comment(3, { content: 'Louder' })))
    await user.type(field, '{Enter}')
    expect(await screen.findByText('Comment added')).toBeDefined()
    expect(writes().at(-1)!.body).toEqual({ sharedPredictionId: 1, content: 'Louder' })
    expect(field.value).toBe('')
  })

  test('R384: a comment that is changed while it is sent stays in its field', async () => {
    const { user } = commenting({
      [COMMENTS]: comments(),
      [`POST ${path}/comments`]: ok(ShareComment, comment(3, { content: 'Louder' })),
    })
    const respond = holdResponses()
    const field = screen.getByLabelText<HTMLInputElement>('Add a comment', { selector: 'input' })
    await user.type(field, 'Louder{Enter} please')
    respond()
    expect(await screen.findByText('Comment added')).toBeDefined()
    expect(field.value).toBe('Louder please')
  })

  test('delete their own comment, and report others', async () => {
    const own = comment(2, {
      mayDelete: true,
      user: { ...comment(2).user!, id: member.id, username: 'zoe', displayName: 'zoe' },
    })
    const { user } = commenting({
      [COMMENTS]: comments(comment(1), own),
      'DELETE /api/comments/2': done,
      'POST /api/comments/1/report': done,
    })
    await user.click(await screen.findByRole('button', { name: 'Delete your comment' }))
    const question = await inDialog('Delete your comment?')
    await user.click(question.getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('Comment deleted')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Report ben’s comment' }))
    const report = await inDialog('Report ben’s comment')
    await user.click(report.getByRole('button', { name: 'Report' }))
    expect(await screen.findByText('Reported')).toBeDefined()
  })

  test('delete the comment of another where they may, unless the server refuses', async () => {
    const { user } = commenting({
      [COMMENTS]: comments(comment(1, { mayDelete: true, user: null })),
      'DELETE /api/comments/1': problem(503, 'The store is away'),
    })
    await user.click(await screen.findByRole('button', { name: 'Delete Anonymous’s comment' }))
    const question = await inDialog('Delete Anonymous’s comment?')
    await user.click(question.getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('Failed to delete comment')).toBeDefined()
    expect(screen.getByText('Comment 1')).toBeDefined()
  })
})

describe('the invitation of a stranger', () => {
  test('comes with the page', async () => {
    open()
    await article()
    expect(screen.getByRole('link', { name: 'Create Account' })).toBeDefined()
    expect(await screen.findByText(/What do you say/)).toBeDefined()
  })

  // The picks of strangers outlive their page: they go as if another tab had removed them.
  afterEach(() => {
    localStorage.clear()
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: null })))
  })

  const invite = (open: ReturnType<typeof pickOf> | null = pickOf(4)) =>
    draw(
      <InvitationPanel>
        <Invitation name="ada" open={open ?? undefined} now={NOW} />
      </InvitationPanel>,
    )

  test('asks for a score of the next match, and explains the points', () => {
    invite()
    expect(screen.getByText('ada says 2–1. What do you say?')).toBeDefined()
    expect(screen.getByText(/^Open · /)).toBeDefined()
    expect(screen.getByText(/^Exact score 15 points, correct result 5, wrong 0\. Your pick stays/)).toBeDefined()
    expect(screen.getByRole('link', { name: 'Create Account' }).getAttribute('href')).toContain('register')
  })

  test.each([
    ['home', 'ada says Everton.'],
    ['draw', 'ada says draw.'],
    ['away', 'ada says Newcastle.'],
  ] as const)('names a pick of %s without a score', (result, text) => {
    invite({ ...pickOf(4), homeScore: null, awayScore: null, result })
    expect(screen.getByText(`${text} What do you say?`)).toBeDefined()
  })

  test('asks for nothing once all matches are closed', () => {
    invite(null)
    expect(screen.queryByText(/What do you say/)).toBeNull()
    expect(screen.queryByRole('button')).toBeNull()
    expect(screen.getByRole('link', { name: 'Create Account' })).toBeDefined()
  })

  test('stores the pick on the device, and has it on the next visit', async () => {
    const { user, unmount } = invite()
    // By keyboard: a pointer would have come near before.
    fireEvent.click(screen.getByRole('button', { name: 'Your score of Everton v Newcastle' }))
    const boxes = await screen.findAllByRole<HTMLInputElement>('textbox')
    await waitFor(() => expect(document.activeElement).toBe(boxes[0]))
    await user.keyboard('31')
    expect(boxes.map(({ value }) => value)).toEqual(['3', '1'])
    await waitFor(() => expect(localStorage.getItem(draftKey('guest'))).toContain('3'))
    unmount()
    invite()
    const again = await screen.findAllByRole<HTMLInputElement>('textbox')
    expect(again.map(({ value }) => value)).toEqual(['3', '1'])
    expect(document.activeElement).toBe(document.body)
  })

  test('becomes the boxes on hover, without the focus', async () => {
    invite()
    fireEvent.pointerEnter(screen.getByRole('button'))
    await screen.findAllByRole('textbox')
    expect(document.activeElement).toBe(document.body)
  })
})
