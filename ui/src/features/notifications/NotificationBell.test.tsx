import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Link } from 'react-router-dom'
import { beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import {
  Notification,
  NotificationSettings,
  NotificationsRead,
  UnreadNotifications,
} from '../../../../src/areas/notifications/contract.ts'
import { componentTests, draw, ok, problem } from '../../../../test/support/components.tsx'
import { named } from '../../../../test/support/named.ts'
import { notificationSample } from '../../../../test/support/samples.ts'
import { Inbox } from '../../app/notifications/Inbox.tsx'
import { toast } from '../../ui/Toast.tsx'
import { NotificationBell } from './NotificationBell.tsx'
import { reads } from './reads.ts'

componentTests()
// The toast of an earlier test is not an answer to this one's action.
beforeEach(() => toast(null))

const unread = reads.unread.key
const inbox = reads.inbox.key
const settings = reads.settings.key
const READ = 'POST /api/notifications/read'
const SAVE = `PUT ${settings}`

const counted = (count: number) => ok(UnreadNotifications, { unread: count })
const listed = (...list: Notification[]) => ok(z.array(Notification), list)
const muted = (...kinds: NotificationSettings['muted']) => ok(NotificationSettings, { muted: kinds })
type Answers = NonNullable<NonNullable<Parameters<typeof draw>[1]>['answers']>

function drawBell(answers: Answers = {}) {
  const bell = (
    <>
      <NotificationBell loadPanel={async () => Inbox} />
      <Link to="/elsewhere">Elsewhere</Link>
    </>
  )
  const drawn = draw(bell, {
    answers: { [unread]: counted(0), [inbox]: listed(), [settings]: muted(), [READ]: counted(0), ...answers },
  })
  return {
    ...drawn,
    async open(name = 'Notifications') {
      await drawn.user.click(await screen.findByRole('button', { name }))
      return within(await screen.findByRole('dialog', { name: 'Notifications' }))
    },
    /** The ids that were marked as read, by request; null: all. */
    marked: () => drawn.writes().map(({ body }) => NotificationsRead.parse(body).ids ?? null),
  }
}

describe('the bell', () => {
  test.each([
    [0, 'Notifications', ''],
    [3, 'Notifications, 3 unread', '3'],
    [130, 'Notifications, 99+ unread', '99+'],
  ])('counts %i unread notifications', async (count, name, badge) => {
    drawBell({ [unread]: counted(count) })
    const button = await screen.findByRole('button', { name })
    expect(button.parentElement!.textContent).toBe(badge)
  })

  test('has no count where it cannot be read', async () => {
    const { calls } = drawBell({ [unread]: problem(503) })
    await waitFor(() => expect(calls).toHaveLength(1))
    expect(screen.getByRole('button', { name: 'Notifications' })).toBeDefined()
  })
})

describe('the inbox', () => {
  test('explains itself where it is empty', async () => {
    const { open } = drawBell()
    const panel = await open()
    expect(await panel.findByText('Nothing new yet')).toBeDefined()
    expect(panel.getByText(/^Find out here how you scored/)).toBeDefined()
  })

  test('waits while it is loading', async () => {
    const { open } = drawBell({ [inbox]: 'pending', [settings]: 'pending' })
    const panel = await open()
    expect(panel.getByText('Loading notifications')).toBeDefined()
    expect(panel.getByText('Loading the settings')).toBeDefined()
  })

  test('can be tried again after a failure', async () => {
    const { open, user, answer } = drawBell({ [inbox]: problem(503) })
    const panel = await open()
    expect(within(await panel.findByRole('alert')).getByText('Unable to load notifications')).toBeDefined()
    answer(inbox, listed())
    await user.click(panel.getByRole('button', { name: 'Try again' }))
    expect(await panel.findByText('Nothing new yet')).toBeDefined()
  })

  test('links title and names, and closes when a link is followed', async () => {
    const text = 'ben and 1 other joined Office.'
    const ben = { id: 2, ...named('ben'), start: 0, length: 3 }
    const entry = notificationSample({ kind: 'league', title: 'New member', text, names: [ben], link: '/leagues/3' })
    const { open, user } = drawBell({
      [inbox]: listed(entry, notificationSample({ id: 9, title: 'Plain', link: null })),
    })
    const panel = await open()
    expect((await panel.findByText(/and 1 other joined/)).textContent).toBe(text)
    expect(panel.getByRole('link', { name: 'ben' }).getAttribute('href')).toBe('/players/2')
    expect(panel.queryByRole('link', { name: 'Plain' })).toBeNull()
    await user.click(panel.getByRole('link', { name: 'New member' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('marks shown ones as read, and keeps their new mark until it closes', async () => {
    const { open, user, answer, marked } = drawBell({
      [unread]: counted(2),
      [inbox]: listed(
        notificationSample({ id: 3 }),
        notificationSample({ id: 2 }),
        notificationSample({ id: 1, isRead: true }),
      ),
    })
    const panel = await open('Notifications, 2 unread')
    expect(await panel.findAllByText('New')).toHaveLength(2)
    await waitFor(() => expect(marked()).toEqual([[3, 2]]))
    expect(screen.getByRole('button', { name: 'Notifications', hidden: true })).toBeDefined()
    expect(panel.getAllByText('New')).toHaveLength(2)
    answer(unread, counted(0))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const again = await open()
    expect(await again.findByText(notificationSample({ id: 3 }).text)).toBeDefined()
    expect(again.queryByText('New')).toBeNull()
    expect(marked()).toHaveLength(1)
  })

  test('counts them as unread again where they cannot be marked', async () => {
    const { open, calls } = drawBell({
      ...{ [unread]: counted(1), [READ]: problem(503) },
      [inbox]: listed(notificationSample()),
    })
    const panel = await open('Notifications, 1 unread')
    await panel.findByText('New')
    await waitFor(() => expect(calls.filter(({ path }) => path === unread)).toHaveLength(2))
    expect(await screen.findByRole('button', { name: 'Notifications, 1 unread', hidden: true })).toBeDefined()
  })

  const from = (newest: number, count: number) =>
    Array.from({ length: count }, (_, index) => notificationSample({ id: newest - index }))
  const entries = (panel: ReturnType<typeof within>) => panel.getAllByRole('listitem', { hidden: true }).length

  test('shows the rest of a short list without another request', async () => {
    const { open, calls } = drawBell({ [inbox]: listed(...from(30, 30)) })
    const panel = await open()
    fireEvent.click(await panel.findByText('Show more'))
    await waitFor(() => expect(entries(panel)).toBe(30))
    expect(calls.filter(({ path }) => path.startsWith(inbox))).toHaveLength(1)
  })

  describe('with 130 entries', () => {
    const many = {
      [unread]: counted(130),
      [inbox]: listed(...from(130, 100)),
      [reads.older.key(31)]: listed(...from(30, 30)),
    }

    test('shows older ones in steps, and reads them only once they are shown', async () => {
      const { open, marked } = drawBell(many)
      const panel = await open('Notifications, 99+ unread')
      await panel.findByText('You scored 130 in Gameweek 17.')
      expect(entries(panel)).toBe(20)
      await waitFor(() => expect(marked().flat()).toHaveLength(20))
      expect(screen.getByLabelText('Notifications, 99+ unread')).toBeDefined()
      for (const shown of [40, 60, 80, 100, 120, 130]) {
        fireEvent.click(panel.getByText('Show more'))
        await waitFor(() => expect(entries(panel)).toBe(shown))
        await waitFor(() => expect(marked().flat()).toHaveLength(shown))
      }
      expect(panel.queryByText('Show more')).toBeNull()
      expect(panel.getByText('You scored 1 in Gameweek 2.')).toBeDefined()
      expect(new Set(marked().flat()).size).toBe(130)
      expect(screen.getByLabelText('Notifications', { selector: 'button' })).toBeDefined()
    })

    test('marks all as read, the hidden ones too', async () => {
      const { open, user, marked } = drawBell(many)
      const panel = await open('Notifications, 99+ unread')
      await user.click(await panel.findByText('Mark all as read'))
      await waitFor(() => expect(marked()).toHaveLength(2))
      expect(marked()[1]).toBeNull()
      await waitFor(() => expect(panel.queryByText('Mark all as read')).toBeNull())
      expect(screen.getByLabelText('Notifications', { selector: 'button' })).toBeDefined()
    })

    test('says that older ones cannot be read, and tries again', async () => {
      const { open, answer } = drawBell({ ...many, [reads.older.key(31)]: 'offline' })
      const panel = await open('Notifications, 99+ unread')
      await panel.findByText('You scored 130 in Gameweek 17.')
      for (const shown of [40, 60, 80, 100]) {
        fireEvent.click(panel.getByText('Show more'))
        await waitFor(() => expect(entries(panel)).toBe(shown))
      }
      fireEvent.click(panel.getByText('Show more'))
      expect(await screen.findByText('Failed to load notifications')).toBeDefined()
      expect(entries(panel)).toBe(100)
      answer(reads.older.key(31), many[reads.older.key(31)]!)
      fireEvent.click(panel.getByText('Show more'))
      await waitFor(() => expect(entries(panel)).toBe(120))
    })
  })
})

describe('the switches of the inbox', () => {
  const checked = (panel: ReturnType<typeof within>, name: string) =>
    (panel.getByRole('checkbox', { name }) as HTMLInputElement).checked

  test('show what is muted, and send each change', async () => {
    const { open, user, writes, answer } = drawBell({ [settings]: muted('achievement') })
    const panel = await open()
    const league = await panel.findByRole('checkbox', { name: 'News from my leagues and teams' })
    expect(panel.getByText(/^If you switch something off, we won’t store those notifications/)).toBeDefined()
    expect(panel.getAllByRole<HTMLInputElement>('checkbox').filter((box) => !box.checked)).toHaveLength(1)
    answer(SAVE, ({ body }) => ok(NotificationSettings, body as NotificationSettings))
    await user.click(league)
    await user.click(panel.getByRole('checkbox', { name: 'Competition prizes' }))
    await user.click(league)
    await user.click(league)
    expect(checked(panel, 'News from my leagues and teams')).toBe(false)
    await waitFor(() => expect(writes().at(-1)?.body).toEqual({ muted: ['achievement', 'prize', 'league'] }))
    await waitFor(() => expect(checked(panel, 'Competition prizes')).toBe(false))
  })

  test('go back where a change is refused', async () => {
    const { open, user } = drawBell({ [SAVE]: problem(503, 'The database is away') })
    const panel = await open()
    await user.click(await panel.findByRole('checkbox', { name: 'Competition prizes' }))
    expect(await screen.findByText('Failed to save')).toBeDefined()
    expect(screen.getByText('The database is away')).toBeDefined()
    await waitFor(() => expect(checked(panel, 'Competition prizes')).toBe(true))
  })

  test('can be tried again where they cannot be read', async () => {
    const { open, user, answer } = drawBell({ [settings]: 'offline' })
    const panel = await open()
    expect(await panel.findByText('Unable to load the settings')).toBeDefined()
    answer(settings, muted())
    await user.click(panel.getByRole('button', { name: 'Try again' }))
    expect(await panel.findByRole('checkbox', { name: 'Competition prizes' })).toBeDefined()
  })
})
