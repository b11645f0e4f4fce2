import { act, screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { useSWRConfig } from 'swr'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { ChatMessage } from '../../../../src/areas/chat/contract.ts'
import { componentTests, done, draw, holdResponses, ok, problem } from '../../../../test/support/components.tsx'
import { named } from '../../../../test/support/named.ts'
import { signedInSample } from '../../../../test/support/samples.ts'
import { chatFeed } from '../../api/chatFeed.ts'
import { shared } from '../../api/shared.ts'
import { forgetTyped } from '../../lib/forgetTyped.ts'
import { toast } from '../../ui/Toast.tsx'
import { ChatWidget } from './ChatWidget.tsx'
// Loaded when it is opened: here with the file, so that no test waits for it.
import './ChatPanel.tsx'

componentTests()
beforeEach(() => toast(null))
// A connected socket: only the test of polling is without one.
beforeEach(() => chatFeed.connected(() => {}))
afterEach(() => {
  chatFeed.disconnected()
  vi.useRealTimers()
})

const PATH = '/api/leagues/3/messages'
const READ = `${PATH}?limit=100`
const SEND = `POST ${PATH}`

const message = (id: number, changes: Partial<ChatMessage> = {}): ChatMessage => ({
  id,
  content: `Line ${id}`,
  userId: 2,
  leagueId: 3,
  competitionId: null,
  messageType: 'message',
  createdAt: new Date().toISOString(),
  isEdited: false,
  isDeleted: false,
  user: named('noah'),
  ...changes,
})
const own = (id: number, changes: Partial<ChatMessage> = {}) =>
  message(id, { userId: 1, user: named('ada'), ...changes })
const list = (...messages: ChatMessage[]) => ok(z.array(ChatMessage), messages)
const one = (sent: ChatMessage) => ok(ChatMessage, sent)

function SignedIn({ children }: { children: ReactNode }) {
  const { cache } = useSWRConfig()
  if (!cache.get(shared.user.key)) cache.set(shared.user.key, { data: signedInSample() })
  return children
}

type Answers = NonNullable<NonNullable<Parameters<typeof draw>[1]>['answers']>
const drawn = (answers: Answers, props: Partial<Parameters<typeof ChatWidget>[0]> = {}) =>
  draw(
    <SignedIn>
      <ChatWidget room={{ kind: 'league', id: 3 }} name="Office" canWrite {...props} />
    </SignedIn>,
    { answers },
  )
type User = ReturnType<typeof draw>['user']

const TITLE = 'League chat, Office'
const open = async (user: User) => {
  await user.click(screen.getByRole('button', { name: new RegExp(`^${TITLE}`) }))
  return within(screen.getByRole('region', { name: TITLE }))
}
const box = () => screen.getByRole('textbox', { name: 'Message' })

describe('a chat', () => {
  test('is not there without a user', () => {
    draw(<ChatWidget room={{ kind: 'league', id: 3 }} name="Office" canWrite />)
    expect(screen.queryByRole('button')).toBeNull()
  })

  test('waits while it is loading, with the focus in its field', async () => {
    const { user } = drawn({ [READ]: 'pending' })
    const panel = await open(user)
    expect(panel.getByText('Loading messages')).toBeDefined()
    expect(document.activeElement).toBe(box())
  })

  test('without messages invites to start', async () => {
    const { user } = drawn({ [READ]: list() })
    expect(await (await open(user)).findByText('No messages yet. Start the conversation!')).toBeDefined()
  })

  test('can be requested again after a failure', async () => {
    const { user, answer } = drawn({ [READ]: problem(503) })
    const panel = await open(user)
    expect(await panel.findByText('Failed to load messages')).toBeDefined()
    answer(READ, list(message(1)))
    await user.click(panel.getByRole('button', { name: 'Try again' }))
    expect(await panel.findByText('Line 1')).toBeDefined()
  })

  test('has its messages by day; deleted ones are marked, readers without write access have no field, and read why (R359)', async () => {
    const old = message(1, { createdAt: '2025-08-01T10:00:00.000Z', isEdited: true })
    const { user } = drawn({ [READ]: list(old, message(2, { isDeleted: true, content: null })) }, { canWrite: false })
    const panel = await open(user)
    expect(await panel.findByRole('heading', { name: '1 Aug 2025' })).toBeDefined()
    expect(panel.getByRole('heading', { name: 'Today' })).toBeDefined()
    expect(panel.getByText('edited')).toBeDefined()
    expect(panel.getByText('Message deleted')).toBeDefined()
    expect(panel.queryByRole('textbox')).toBeNull()
    expect(panel.getByText('Only players in this competition can write here.')).toBeDefined()
  })

  test('R359: asks only those to start the conversation who can', async () => {
    const { user } = drawn({ [READ]: list() }, { canWrite: false })
    expect(await (await open(user)).findByText('No messages yet.')).toBeDefined()
  })

  test('R72: counts unread messages of others until it is opened, and on the next visit', async () => {
    const { user, unmount } = drawn({ [READ]: list(message(1), own(2), message(3)) })
    await user.click(await screen.findByRole('button', { name: `${TITLE}, 2 unread` }))
    unmount()
    drawn({ [READ]: list(message(1), own(2), message(3), message(4)) })
    expect(await screen.findByRole('button', { name: `${TITLE}, 1 unread` })).toBeDefined()
  })

  test('is closed by Escape; the focus returns to its button', async () => {
    const { user } = drawn({ [READ]: list() })
    const panel = await open(user)
    await panel.findByText(/^No messages yet/)
    await user.keyboard('{Escape}')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: TITLE })))
  })

  test('shows what the socket reports, in its own room only', async () => {
    const { user } = drawn({ [READ]: list() })
    const panel = await open(user)
    await panel.findByText(/^No messages yet/)
    act(() => chatFeed.message(message(8, { leagueId: 4 })))
    act(() => chatFeed.message(message(9)))
    expect(panel.getByText('Line 9')).toBeDefined()
    expect(panel.queryByText('Line 8')).toBeNull()
  })

  test('R67: is polled without a socket, every 10 seconds while it is closed', async () => {
    chatFeed.disconnected()
    vi.useFakeTimers()
    const { calls } = drawn({ [READ]: list() })
    await act(() => vi.advanceTimersByTimeAsync(9_000))
    expect(calls).toHaveLength(1)
    await act(() => vi.advanceTimersByTimeAsync(1_000))
    expect(calls).toHaveLength(2)
  })
})

describe('writing', () => {
  test('Enter sends, Shift+Enter makes a line, an empty text is not sent', async () => {
    const { user, writes } = drawn({ [READ]: list(), [SEND]: one(own(5, { content: 'Hello\nthere' })) })
    const panel = await open(user)
    await user.type(box(), '  {Enter}')
    expect(writes()).toEqual([])
    await user.clear(box())
    await user.type(box(), 'Hello{Shift>}{Enter}{/Shift}there {Enter}')
    expect(box()).toHaveProperty('value', '')
    expect(await panel.findByRole('button', { name: /^Actions for your message/ })).toBeDefined()
    expect(writes()).toEqual([{ method: 'POST', path: PATH, body: { content: 'Hello\nthere' } }])
    expect(panel.getAllByRole('listitem')).toHaveLength(1)
  })

  test('a refused message shows the reason, in the words of the server; without a network in those of the page', async () => {
    const detail = 'Too many messages. Please wait a moment.'
    const { user, answer } = drawn({ [READ]: list(), [SEND]: problem(429, detail) })
    await open(user)
    await user.type(box(), 'Once{Enter}')
    expect(await screen.findByText(detail)).toBeDefined()
    answer(SEND, 'offline')
    await user.type(box(), 'Twice{Enter}')
    expect(await screen.findByText('The server did not answer. Try again.')).toBeDefined()
    expect(screen.queryByText(/429:|Failed to fetch/)).toBeNull()
  })

  test('R68: a failed message shows the status and is sent once by Retry', async () => {
    const { user, answer, writes } = drawn({ [READ]: list(), [SEND]: { status: 503, body: 'away' } })
    const fetched = vi.spyOn(globalThis, 'fetch')
    const panel = await open(user)
    await user.type(box(), 'Once{Enter}')
    expect(await screen.findByText('Failed to send message')).toBeDefined()
    expect(screen.getByText('503: "away"')).toBeDefined()
    expect(panel.getByText('Not sent')).toBeDefined()
    answer(SEND, one(own(5, { content: 'Once' })))
    await user.click(panel.getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(panel.queryByText(/Not sent|Sending/)).toBeNull())
    expect(panel.getAllByText('Once')).toHaveLength(1)
    expect(writes().map(({ body }) => body)).toEqual([{ content: 'Once' }, { content: 'Once' }])
    // The server stores requests with the same key once.
    const keys = fetched.mock.calls.flatMap(([, init]) => new Headers(init?.headers).get('Idempotency-Key') ?? [])
    expect(keys).toHaveLength(2)
    expect(new Set(keys).size).toBe(1)
  })

  test('R356: Retry of a failed message is scrolled into view', async () => {
    vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockImplementation(function (this: HTMLElement) {
      return 100 * this.querySelectorAll('p, button').length
    })
    const { user } = drawn({ [READ]: list(message(1)), [SEND]: 'offline' })
    const panel = await open(user)
    const log = await panel.findByRole('log')
    await user.type(box(), 'Once{Enter}')
    expect(await panel.findByRole('button', { name: 'Retry' })).toBeDefined()
    expect(log.scrollTop).toBe(log.scrollHeight)
  })

  test('R366: a message that was not sent can be deleted; the focus moves to the box for the next message', async () => {
    const { user, writes } = drawn({ [READ]: list(message(1)), [SEND]: 'offline' })
    const panel = await open(user)
    await user.type(box(), 'Once{Enter}')
    await user.type(box(), 'Twice{Enter}')
    await user.click((await panel.findAllByRole('button', { name: 'Delete' }))[0]!)
    expect(panel.queryByText('Once')).toBeNull()
    expect(panel.getByText('Twice')).toBeDefined()
    expect(document.activeElement).toBe(box())
    expect(writes()).toHaveLength(2)
  })

  test('R366: Retry moves the focus to the box for the next message', async () => {
    const { user, answer } = drawn({ [READ]: list(), [SEND]: 'offline' })
    const panel = await open(user)
    await user.type(box(), 'Once{Enter}')
    const retry = await panel.findByRole('button', { name: 'Retry' })
    answer(SEND, one(own(5, { content: 'Once' })))
    retry.focus()
    await user.keyboard('{Enter}')
    expect(document.activeElement).toBe(box())
  })

  test('R230: a message that was not sent is still there on the next visit, and is sent once', async () => {
    const { user, unmount } = drawn({ [READ]: list(), [SEND]: 'offline' })
    const fetched = [vi.spyOn(globalThis, 'fetch')]
    await open(user)
    await user.type(box(), 'Once{Enter}')
    await screen.findByText('Not sent')
    unmount()
    const next = drawn({ [READ]: list(), [SEND]: one(own(5, { content: 'Once' })) })
    fetched.push(vi.spyOn(globalThis, 'fetch'))
    const panel = await open(next.user)
    await next.user.click(await panel.findByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(panel.queryByText(/Not sent|Sending/)).toBeNull())
    const keys = fetched.flatMap(({ mock }) =>
      mock.calls.flatMap(([, init]) => new Headers(init?.headers).get('Idempotency-Key') ?? []),
    )
    expect(keys).toHaveLength(2)
    expect(new Set(keys).size).toBe(1)
    next.unmount()
    const last = drawn({ [READ]: list(own(5, { content: 'Once' })) })
    await open(last.user)
    expect(await screen.findByText('Once')).toBeDefined()
    expect(screen.queryByText('Not sent')).toBeNull()
  })

  test('R230: a message whose response arrives after the page was left is not sent again', async () => {
    const { user, unmount } = drawn({ [READ]: list(), [SEND]: one(own(5, { content: 'Once' })) })
    await open(user)
    const respond = holdResponses()
    await user.type(box(), 'Once{Enter}')
    expect(await screen.findByText('Sending…')).toBeDefined()
    unmount()
    await act(async () => respond())
    const next = drawn({ [READ]: list(own(5, { content: 'Once' })) })
    await open(next.user)
    expect(await screen.findByText('Once')).toBeDefined()
    expect(screen.queryByText('Not sent')).toBeNull()
  })

  test('R230: a message that fails after signing out stays nowhere', async () => {
    const { user, unmount } = drawn({ [READ]: list(), [SEND]: problem(401) })
    await open(user)
    const respond = holdResponses()
    await user.type(box(), 'Once{Enter}')
    expect(await screen.findByText('Sending…')).toBeDefined()
    forgetTyped(null)
    unmount()
    await act(async () => respond())
    expect(Object.keys(sessionStorage)).toEqual([])
  })

  test('a draft is still there after the chat was closed', async () => {
    const { user } = drawn({ [READ]: list() })
    await open(user)
    await user.type(box(), 'Not yet')
    await user.click(screen.getByRole('button', { name: 'Close chat' }))
    await open(user)
    expect(box()).toHaveProperty('value', 'Not yet')
  })
})

describe('the actions of a message', () => {
  const actions = async (user: User, whose: RegExp) => {
    await open(user)
    await user.click(await screen.findByRole('button', { name: whose }))
    return ['Edit', 'Delete', 'Report'].filter((name) => screen.queryByRole('button', { name: `${name} message` }))
  }
  const OWN = /^Actions for your message/
  const OTHER = /^Actions for the message of noah/

  test.each([
    ['one’s own', own(5), OWN, {}, ['Edit', 'Delete']],
    ['one’s own, older than 15 minutes', own(5, { createdAt: '2025-08-01T10:00:00.000Z' }), OWN, {}, ['Delete']],
    ['another’s', message(5), OTHER, {}, ['Report']],
    ['another’s, for the league’s admin', message(5), OTHER, { isRoomAdmin: true }, ['Delete', 'Report']],
  ] as const)('of %s', async (_whose, sent, whose, props, expected) => {
    const { user } = drawn({ [READ]: list(sent) }, props)
    expect(await actions(user, whose)).toEqual(expected)
  })

  test('R356: a message is edited, then the next one can be written; a failure keeps the text', async () => {
    const EDIT = 'PATCH /api/messages/5'
    const { user, answer, writes } = drawn({ [READ]: list(own(5)), [EDIT]: problem(409, 'It is too old') })
    await actions(user, OWN)
    await user.click(screen.getByRole('button', { name: 'Edit message' }))
    await user.type(screen.getByRole('textbox', { name: 'Edit message' }), ' again{Enter}')
    expect(await screen.findByText('It is too old')).toBeDefined()
    answer(EDIT, one(own(5, { content: 'Line 5 again', isEdited: true })))
    await user.type(screen.getByRole('textbox', { name: 'Edit message' }), '{Enter}')
    expect(await screen.findByText('edited')).toBeDefined()
    expect(writes()[1]!.body).toEqual({ content: 'Line 5 again' })
    expect(document.activeElement).toBe(box())
  })

  test('R356: Escape still closes the chat after an action that removed its button', async () => {
    const { user, answer } = drawn({ [READ]: list(own(5)), 'DELETE /api/messages/5': done })
    await actions(user, OWN)
    await user.click(screen.getByRole('button', { name: 'Delete message' }))
    answer(READ, list(own(5, { isDeleted: true, content: null })))
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('region', { name: TITLE })).toBeNull()
  })

  test('a message is deleted and reported after a question', async () => {
    const { user, answer, writes } = drawn({
      [READ]: list(own(5), message(6)),
      'DELETE /api/messages/5': done,
      'POST /api/messages/6/report': done,
    })
    await actions(user, OWN)
    await user.click(screen.getByRole('button', { name: 'Delete message' }))
    answer(READ, list(own(5, { isDeleted: true, content: null }), message(6)))
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('Message deleted')).toBeDefined()
    await user.click(screen.getByRole('button', { name: OTHER }))
    await user.click(screen.getByRole('button', { name: 'Report message' }))
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Report' }))
    expect(await screen.findByText('Message reported')).toBeDefined()
    expect(writes().map(({ method, path }) => `${method} ${path}`)).toEqual([
      'DELETE /api/messages/5',
      'POST /api/messages/6/report',
    ])
  })
})
