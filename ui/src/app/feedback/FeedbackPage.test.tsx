import { screen, waitFor, within } from '@testing-library/react'
import { useLocation } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import type { CurrentUser } from '../../../../src/areas/accounts/contract.ts'
import { Feedback, FeedbackCounts, FeedbackVotes } from '../../../../src/areas/feedback/contract.ts'
import { componentTests, done, draw, holdResponses, isOff, ok, problem } from '../../../../test/support/components.tsx'
import { feedbackSample, signedInSample } from '../../../../test/support/samples.ts'
import { viewOf } from '../../features/feedback/model.ts'
import { reads } from '../../features/feedback/reads.ts'
import { toast } from '../../ui/Toast.tsx'
import { FeedbackPage } from './FeedbackPage.tsx'

componentTests()
// The toast of an earlier test is not an answer to this one's action.
beforeEach(() => toast(null))
afterEach(() => {
  vi.useRealTimers()
})

const key = (query = '', isAdmin = false) => reads.list.key(viewOf(new URLSearchParams(query), isAdmin))
const list = (all: Feedback[], total = all.length) => ok(z.array(Feedback), all, { 'Plp-Total': String(total) })
const first = key()
const POST = 'POST /api/feedback'

let address = ''
function Address() {
  address = useLocation().search
  return null
}

function drawPage(
  answers: NonNullable<NonNullable<Parameters<typeof draw>[1]>['answers']> = {},
  { query = '', ...changes }: Partial<CurrentUser> & { query?: string } = {},
) {
  const page = (
    <>
      <Address />
      <FeedbackPage user={signedInSample(changes)} title="Feedback" adminPages={[]} />
    </>
  )
  return draw(page, { at: `/feedback${query && `?${query}`}`, answers: { [first]: list([]), ...answers } })
}

const form = () => within(screen.getByRole('form', { name: 'Feedback' }))
const community = () => within(screen.getByRole('region', { name: 'Community Feedback' }))
const entry = async (title: string) =>
  within((await screen.findByRole('heading', { level: 3, name: title })).closest('li')!)
const submit = () => form().getByRole('button', { name: 'Submit feedback' })

describe('the form for feedback', () => {
  test('says what is missing, and moves the focus to the first field (R81)', async () => {
    const { user, writes } = drawPage()
    await user.type(form().getByLabelText('Title'), 'Hi')
    await user.type(form().getByLabelText('Description'), 'Too short')
    await user.click(submit())
    for (const text of [
      'Category is required',
      'Title must be at least 3 characters',
      'Description must be at least 10 characters',
    ])
      expect(form().getByText(text)).toBeDefined()
    expect((document.activeElement as HTMLInputElement).name).toBe('category')
    const category = within(form().getByRole('group', { name: 'Category' }))
    expect(category.queryByRole('radio', { checked: true })).toBeNull()
    await user.click(category.getByRole('radio', { name: 'Feature' }))
    expect(form().queryByText('Category is required')).toBeNull()
    expect(writes()).toEqual([])
  })

  test('refuses a title of 200 characters (R81)', async () => {
    const { user, writes } = drawPage()
    await user.click(form().getByRole('radio', { name: 'Bug' }))
    await user.click(form().getByLabelText('Title'))
    await user.paste('x'.repeat(200))
    await user.type(form().getByLabelText('Description'), 'It tells me far too much.')
    await user.click(submit())
    expect(form().getByText('Title must be less than 200 characters')).toBeDefined()
    expect(document.activeElement).toBe(form().getByLabelText('Title'))
    expect(writes()).toEqual([])
  })

  const fill = async ({ user }: ReturnType<typeof drawPage>) => {
    await user.click(form().getByRole('radio', { name: 'Feature' }))
    await user.type(form().getByLabelText('Title'), 'Mute one league')
    await user.type(form().getByLabelText('Description'), 'One of mine talks a lot.')
  }

  test('sends, thanks, is empty again, and the list has the new entry', async () => {
    const drawn = drawPage()
    await fill(drawn)
    await drawn.user.click(form().getByRole('radio', { name: 'High' }))
    const own = feedbackSample({ title: 'Mute one league', priority: 'high', isMine: true, user: signedInSample() })
    drawn.answer(POST, () => {
      drawn.answer(first, list([own]))
      return done
    })
    await drawn.user.click(submit())
    expect(await screen.findByText('Feedback submitted successfully')).toBeDefined()
    expect(screen.getByText('Thank you for helping us improve')).toBeDefined()
    const body = {
      category: 'feature',
      title: 'Mute one league',
      description: 'One of mine talks a lot.',
      priority: 'high',
    }
    expect(drawn.writes().map((call) => call.body)).toEqual([body])
    const shown = await entry('Mute one league')
    expect(shown.getByText('High')).toBeDefined()
    expect(shown.getByText('You')).toBeDefined()
    expect(shown.queryByRole('button')).toBeNull()
    expect(form().getByLabelText<HTMLInputElement>('Title').value).toBe('')
    expect(form().queryByRole('radio', { name: 'Feature', checked: true })).toBeNull()
    expect(community().getByText('1 post, newest first')).toBeDefined()
  })

  test('R384: text that is changed while it is sent stays in the form', async () => {
    const drawn = drawPage({ [POST]: done })
    await fill(drawn)
    const respond = holdResponses()
    await drawn.user.click(submit())
    await drawn.user.type(form().getByLabelText('Title'), ' too')
    respond()
    expect(await screen.findByText('Feedback submitted successfully')).toBeDefined()
    expect(form().getByLabelText<HTMLInputElement>('Title').value).toBe('Mute one league too')
  })

  test('keeps the text that could not be sent, also for the next visit', async () => {
    const drawn = drawPage({ [POST]: 'offline' })
    await fill(drawn)
    await drawn.user.click(submit())
    expect(await screen.findByText('Failed to submit feedback')).toBeDefined()
    expect(screen.getByText('The server did not answer.')).toBeDefined()
    drawn.unmount()
    const next = drawPage({ [POST]: done })
    expect(form().getByLabelText<HTMLInputElement>('Title').value).toBe('Mute one league')
    await next.user.click(submit())
    expect(await screen.findByText('Feedback submitted successfully')).toBeDefined()
  })

  test('shows a refusal of the server at its field', async () => {
    const errors = [{ path: 'title', message: 'Write this on one line, without control characters' }]
    const drawn = drawPage({ [POST]: { status: 400, body: { detail: 'Check the title', errors } } })
    await fill(drawn)
    await drawn.user.click(submit())
    expect(await form().findByText('Write this on one line, without control characters')).toBeDefined()
    expect(screen.getByText('Check the title')).toBeDefined()
    expect(document.activeElement).toBe(form().getByLabelText('Title'))
  })
})

describe('the list of feedback', () => {
  test('waits, says that there is none, and is tried again after a failure', async () => {
    const { user, answer } = drawPage({ [first]: problem(500) })
    expect(screen.getByText('Loading feedback')).toBeDefined()
    expect(await screen.findByText('Failed to load feedback')).toBeDefined()
    answer(first, list([]))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('No feedback yet')).toBeDefined()
    expect(community().getByText('0 posts, newest first')).toBeDefined()
  })

  test('has category, priority, status, author and age of an entry, and its answer', async () => {
    vi.setSystemTime('2025-11-29T16:00:00.000Z')
    const answered = feedbackSample({
      ...{ category: 'improvement', priority: 'low', status: 'in-progress', adminResponse: 'Found.' },
      respondedAt: '2025-11-29T15:30:00.000Z',
      respondedBy: { id: 9, username: 'admin', displayName: 'admin', profileImage: null },
    })
    const gone = feedbackSample({
      id: 6,
      title: 'Gone',
      user: { ...answered.user, id: null, username: 'Deleted user' },
    })
    drawPage({ [first]: list([answered, gone]) })
    const shown = await entry('Leeds twice')
    for (const text of [
      'Improvement',
      'Low',
      'In progress',
      'It is listed two times there.',
      'Found.',
      '2h ago',
      '30m ago',
    ])
      expect(shown.getByText(text), text).toBeDefined()
    expect(shown.getByRole('link', { name: 'ben' }).getAttribute('href')).toBe('/players/2')
    expect(shown.getByRole('link', { name: 'admin' }).getAttribute('href')).toBe('/players/9')
    const theirs = await entry('Gone')
    expect(theirs.getByText('Deleted user')).toBeDefined()
    expect(theirs.queryByRole('link')).toBeNull()
  })

  test('counts a vote, and takes it back (R82)', async () => {
    const { user, answer, writes } = drawPage({ [first]: list([feedbackSample()]) })
    const button = (await entry('Leeds twice')).getByRole('button', { name: '0 votes for Leeds twice' })
    expect(button.getAttribute('aria-pressed')).toBe('false')
    const voted = (votes: number, hasVoted: boolean) => () => {
      answer(first, list([feedbackSample({ votes, hasVoted })]))
      return ok(FeedbackVotes, { votes, hasVoted })
    }
    answer('POST /api/feedback/5/vote', voted(1, true))
    answer('DELETE /api/feedback/5/vote', voted(0, false))
    await user.click(button)
    expect(await screen.findByRole('button', { name: '1 You voted for Leeds twice', pressed: true })).toBe(button)
    await user.click(button)
    expect(await screen.findByRole('button', { name: '0 votes for Leeds twice', pressed: false })).toBe(button)
    expect(writes().map(({ method }) => method)).toEqual(['POST', 'DELETE'])
  })

  test.each([
    [false, 'POST', 'Failed to vote'],
    [true, 'DELETE', 'Failed to remove your vote'],
  ])('gives the reason where a vote is refused (voted before: %s)', async (hasVoted, method, title) => {
    const answers = {
      [first]: list([feedbackSample({ hasVoted })]),
      [`${method} /api/feedback/5/vote`]: problem(404, 'It is gone'),
    }
    const { user } = drawPage(answers)
    await user.click((await entry('Leeds twice')).getByRole('button'))
    expect(await screen.findByText(title)).toBeDefined()
    expect(screen.getByText('It is gone')).toBeDefined()
  })

  test('is filtered and ordered, and keeps that in the address', async () => {
    const found = list([feedbackSample({ title: 'Found' })])
    const { user } = drawPage({
      [first]: list([feedbackSample()]),
      [key('category=improvement')]: found,
      [key('status=closed&category=improvement')]: list([]),
      [key('status=closed&category=improvement&sort=votes')]: list([]),
      [key('category=improvement&sort=votes')]: found,
      [key('category=improvement&sort=votes&show=mine')]: list([]),
    })
    await entry('Leeds twice')
    await user.click(
      within(community().getByRole('group', { name: 'Category' })).getByRole('radio', { name: 'Improvement' }),
    )
    await entry('Found')
    await user.selectOptions(community().getByLabelText('Status'), 'Closed')
    expect(await screen.findByText('No feedback yet')).toBeDefined()
    await user.selectOptions(community().getByLabelText('Sort by'), 'Most votes')
    expect(await screen.findByText('0 posts, most votes first')).toBeDefined()
    expect(address).toBe('?category=improvement&status=closed&sort=votes')
    await user.selectOptions(community().getByLabelText('Status'), 'All')
    await entry('Found')
    await user.click(community().getByRole('checkbox', { name: 'Only mine' }))
    expect(await screen.findByText('No feedback yet')).toBeDefined()
    expect(address).toBe('?category=improvement&show=mine&sort=votes')
  })

  test('has pages of twenty', async () => {
    const many = Array.from({ length: 20 }, (_, index) => feedbackSample({ id: index + 1, title: `Wish ${index + 2}` }))
    const { user } = drawPage({
      [first]: list(many, 21),
      [key('from=21')]: list([feedbackSample({ id: 21, title: 'Wish 1' })], 21),
    })
    await entry('Wish 2')
    expect(community().getByText('21 posts, newest first')).toBeDefined()
    await user.click(community().getByLabelText('Next page'))
    await entry('Wish 1')
    expect(address).toBe('?from=21')
    expect(screen.queryByText('Wish 2')).toBeNull()
  })
})

describe('the feedback of administrators', () => {
  const adminFirst = key('', true)
  const counts = (open: number) => ok(FeedbackCounts, { open, 'in-progress': 2, resolved: 3, closed: 4 })
  const drawAdmin = (all: Feedback[] = [feedbackSample()]) =>
    drawPage({ [adminFirst]: list(all), [reads.counts.key]: counts(1) }, { role: 'admin' })
  const figures = () => [...document.querySelectorAll('dl > div')].map(({ textContent }) => textContent)
  const PATCH = 'PATCH /api/admin/feedback/5'

  test('begins with what is open, and counts each status (R83)', async () => {
    drawAdmin()
    await entry('Leeds twice')
    expect(community().getByText('1 post, open first')).toBeDefined()
    await waitFor(() => expect(figures()).toEqual(['Open1', 'In progress2', 'Resolved3', 'Closed4']))
  })

  test('is answered with a status, and counted again (R83)', async () => {
    const { user, answer, writes } = drawAdmin()
    const answering = within(await screen.findByRole('form', { name: 'Answer to Leeds twice' }))
    const save = answering.getByRole('button', { name: 'Save answer to Leeds twice' })
    expect(isOff(save)).toBe(true)
    await user.selectOptions(answering.getByLabelText('Status'), 'Resolved')
    await user.type(answering.getByRole('textbox', { name: 'Answer' }), ' Somebody does. ')
    answer(PATCH, () => {
      answer(adminFirst, list([feedbackSample({ status: 'resolved', adminResponse: 'Somebody does.' })]))
      answer(reads.counts.key, counts(0))
      return done
    })
    await user.click(save)
    expect(await screen.findByText('Answer saved')).toBeDefined()
    expect(writes().map(({ body }) => body)).toEqual([{ status: 'resolved', adminResponse: 'Somebody does.' }])
    await waitFor(() => expect(figures()[0]).toBe('Open0'))
    expect(isOff(save)).toBe(true)
  })

  test('R384: an answer that is changed while it is saved stays', async () => {
    const { user, answer } = drawAdmin()
    const box = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Answer' })
    answer(PATCH, done)
    const respond = holdResponses()
    await user.type(box, 'Soon')
    await user.click(screen.getByRole('button', { name: /^Save answer/ }))
    await user.type(box, ', we hope')
    respond()
    expect(await screen.findByText('Answer saved')).toBeDefined()
    expect(box.value).toBe('Soon, we hope')
  })

  test('loses an answer without text (R83)', async () => {
    const { user, answer, writes } = drawAdmin([feedbackSample({ adminResponse: 'Old' })])
    const box = await screen.findByRole('textbox', { name: 'Answer' })
    answer(PATCH, done)
    await user.clear(box)
    await user.click(screen.getByRole('button', { name: /^Save answer/ }))
    await waitFor(() => expect(writes().map(({ body }) => body)).toEqual([{ status: 'open', adminResponse: null }]))
  })

  test('keeps an answer that could not be saved', async () => {
    const { user, answer } = drawAdmin()
    answer(PATCH, problem(503, 'The database is away'))
    const box = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Answer' })
    await user.type(box, 'Soon')
    await user.click(screen.getByRole('button', { name: /^Save answer/ }))
    expect(await screen.findByText('Failed to save answer')).toBeDefined()
    expect(screen.getByText('The database is away')).toBeDefined()
    expect(box.value).toBe('Soon')
  })
})
