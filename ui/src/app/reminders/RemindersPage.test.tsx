import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { CalendarAddress } from '../../../../src/areas/calendar/contract.ts'
import { TableRow } from '../../../../src/areas/fixtures/contract.ts'
import { PushDevice, ReminderSettings, Reminders, Unsubscribed } from '../../../../src/areas/reminders/contract.ts'
import { componentTests, done, draw, holdResponses, ok, problem } from '../../../../test/support/components.tsx'
import { readerSample, tableRowSample } from '../../../../test/support/samples.ts'
import { shared } from '../../api/shared.ts'
import { reads as calendars } from '../../features/calendar/reads.ts'
import { reads as profiles } from '../../features/profile/reads.ts'
import { PushQuestion } from '../../features/reminders/PushQuestion.tsx'
import { reads } from '../../features/reminders/reads.ts'
import { RemindersPage } from './RemindersPage.tsx'
import { UnsubscribePage } from './UnsubscribePage.tsx'

componentTests()

const KEY = reads.reminders.key
const ENDPOINT = 'https://fcm.googleapis.com/fcm/send/abc'
/** SHA-256 of the endpoint. */
const HERE = '4e9bdab8bbe7189c00aebb0922fc49fe40e00594c400f3e1b5dcf97a35c79f85'

const device = (changes: Partial<PushDevice> = {}): PushDevice => ({
  ...{ id: HERE, name: 'Chrome on Android', addedAt: '2025-10-03T09:00:00.000Z', reachedAt: null },
  ...changes,
})
const none: ReminderSettings = { mail: false, when: 'day', timeZone: null, pushDeclined: false }
const reminders = (changes: Partial<Reminders> = {}) =>
  ok(Reminders, {
    ...{ settings: none, email: 'maya@example.org', emailConfirmed: true, devices: [], pushKey: 'BPk', sent: [] },
    next: null,
    ...changes,
  })
const calendar = (file: string) => ok(CalendarAddress, { path: `/calendar/${file}` })

type Answers = NonNullable<NonNullable<Parameters<typeof draw>[1]>['answers']>
const open = (answers: Answers = {}) =>
  draw(<RemindersPage user={readerSample()} title="Reminders" adminPages={[]} />, {
    answers: {
      [KEY]: reminders(),
      [calendars.calendar.key]: calendar('1-a.ics'),
      [profiles.profile.key]: { status: 200, body: { favoriteTeam: null } },
      [shared.clubs.key]: ok(z.array(TableRow), [tableRowSample()]),
      ...answers,
    },
  })
const press = async (user: { click(element: Element): Promise<void> }, name: string | RegExp) =>
  user.click(await screen.findByRole('button', { name }))
const region = (name: string) => screen.findByRole('region', { name })
const textOf = async (name: string) => (await region(name)).textContent

interface Browser {
  readonly permission?: NotificationPermission
  readonly answers?: NotificationPermission
  /** Has a subscription already. */
  readonly isSubscribed?: boolean
}

/** A browser with push. */
function pushBrowser({ permission = 'default', answers = 'granted', isSubscribed = false }: Browser = {}) {
  let subscription: object | null = null
  const made = {
    endpoint: ENDPOINT,
    toJSON: () => ({ endpoint: ENDPOINT, keys: { p256dh: 'p', auth: 'a' } }),
    unsubscribe: vi.fn(async () => {
      subscription = null
      return true
    }),
  }
  if (isSubscribed) subscription = made
  const subscribe = vi.fn(async () => {
    subscription = made
    return made
  })
  const registration = { pushManager: { getSubscription: async () => subscription, subscribe } }
  const worker = {
    ready: Promise.resolve(registration),
    register: async () => registration,
    getRegistration: async () => registration,
  }
  const notification = {
    permission,
    requestPermission: async () => Object.assign(notification, { permission: answers }).permission,
  }
  vi.stubGlobal('Notification', notification)
  vi.stubGlobal('PushManager', class {})
  vi.stubGlobal('navigator', Object.create(navigator, { serviceWorker: { value: worker } }))
  return { subscribe, made }
}

beforeEach(() => vi.stubGlobal('Notification', undefined))
afterEach(() => void vi.useRealTimers())

describe('where to remind (R377)', () => {
  test('mail can be switched on with a confirmed address, and takes the time zone of the browser', async () => {
    const agreed = { ...none, mail: true, timeZone: 'UTC' }
    const { user, writes, answer } = open({
      [`PUT ${KEY}`]: () => {
        answer(KEY, reminders({ settings: agreed }))
        return ok(ReminderSettings, agreed)
      },
    })
    const mail = await screen.findByRole('switch', { name: 'Email' })
    expect(await textOf('Where we may remind you')).toContain('You won’t be reminded by email or push')
    await user.click(mail)
    await waitFor(() => expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Email' }).checked).toBe(true))
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    expect(writes()).toMatchObject([{ body: { mail: true, timeZone } }])
  })

  test.each([
    [{ email: null, emailConfirmed: false }, 'You haven’t given us an address.'],
    [{ emailConfirmed: false }, 'Confirm maya@example.org first.'],
  ])('mail without a confirmed address has no switch: %j', async (changes, text) => {
    open({ [KEY]: reminders(changes) })
    expect(await textOf('Where we may remind you')).toContain(text)
    expect(screen.queryByRole('switch', { name: 'Email' })).toBeNull()
  })

  test('a browser without push, and one that has blocked it, say so', async () => {
    const { unmount } = open()
    expect(await screen.findByText('This browser can’t do push. Email and the inbox still work.')).toBeDefined()
    unmount()
    pushBrowser({ permission: 'denied' })
    open()
    expect(await screen.findByText('Push is blocked')).toBeDefined()
    expect(screen.queryByRole('switch', { name: 'Push on this device' })).toBeNull()
  })

  test('an iPhone is told to use the home screen', async () => {
    vi.stubGlobal(
      'navigator',
      Object.create(navigator, { userAgent: { value: 'Mozilla/5.0 (iPhone; …) Safari/604.1' } }),
    )
    open()
    expect(await screen.findByText('One step before')).toBeDefined()
  })

  test('push is switched on after the browser’s permission, with a test, and can be removed', async () => {
    const { subscribe, made } = pushBrowser()
    const { user, writes, answer } = open({
      'POST /api/reminders/push': () => {
        answer(KEY, reminders({ devices: [device()] }))
        return ok(PushDevice, device())
      },
      [`POST /api/reminders/push/${HERE}/test`]: done,
      [`DELETE /api/reminders/push/${HERE}`]: () => {
        answer(KEY, reminders())
        return done
      },
    })
    await user.click(await screen.findByRole('switch', { name: 'Push on this device' }))
    expect(await screen.findByText('Push is on for this device')).toBeDefined()
    expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: 'BPk' })
    expect(writes()[0]).toMatchObject({ body: { endpoint: ENDPOINT, keys: { p256dh: 'p', auth: 'a' } } })
    await press(user, 'Remove this device')
    expect(await screen.findByText('Device removed')).toBeDefined()
    expect(made.unsubscribe).toHaveBeenCalled()
    expect(writes().map(({ method }) => method)).toEqual(['POST', 'POST', 'DELETE'])
  })

  test('R369: a device that is removed passes the focus to the list', async () => {
    const [phone, tablet] = ['b', 'c'].map((id) => device({ id, name: `Device ${id}` }))
    const { user, answer } = open({
      [KEY]: reminders({ devices: [phone!, tablet!] }),
      'DELETE /api/reminders/push/b': done,
    })
    const remove = await screen.findByRole('button', { name: 'Remove Device b', hidden: true })
    const list = remove.closest('ul')
    remove.closest('details')!.open = true
    answer(KEY, reminders({ devices: [tablet!] }))
    await user.click(remove)
    expect(await screen.findByText('Device removed')).toBeDefined()
    await waitFor(() => expect(document.activeElement).toBe(list))
  })

  test('a refused permission sends nothing', async () => {
    pushBrowser({ answers: 'denied' })
    const { user, writes } = open()
    await user.click(await screen.findByRole('switch', { name: 'Push on this device' }))
    expect(await screen.findByText('Push is blocked')).toBeDefined()
    expect(writes()).toEqual([])
  })

  test('a device that the server has removed says so; others are listed', async () => {
    pushBrowser({ permission: 'granted', isSubscribed: true })
    const other = device({ id: 'b'.repeat(64), name: 'Firefox on Windows', reachedAt: '2025-11-22T09:00:00.000Z' })
    open({ [KEY]: reminders({ devices: [other] }) })
    expect(await screen.findByText(/We could not reach this device any more/)).toBeDefined()
    expect(screen.getByText('My other devices (1)')).toBeDefined()
    expect(screen.getByText('last reached 22 Nov 2025')).toBeDefined()
  })
})

test('the hour and the time zone are saved together; a failure keeps the choice (R370)', async () => {
  const { user, writes, answer } = open({ [`PUT ${KEY}`]: problem(503) })
  await user.click(await screen.findByRole('radio', { name: 'The evening before' }))
  await user.selectOptions(screen.getByRole('combobox', { name: 'Your time zone' }), 'Asia/Seoul')
  expect(screen.getByText('At 19:00, Seoul time.')).toBeDefined()
  await press(user, 'Save')
  expect(await screen.findByText('Not saved')).toBeDefined()
  answer(`PUT ${KEY}`, ok(ReminderSettings, { ...none, when: 'evening', timeZone: 'Asia/Seoul' }))
  await press(user, 'Save')
  expect(await screen.findByText(/^Saved/)).toBeDefined()
  expect(writes().at(-1)).toMatchObject({ body: { when: 'evening', timeZone: 'Asia/Seoul' } })
})

test('R384: an hour that is chosen while another one is saved stays chosen', async () => {
  const saved: ReminderSettings = { ...none, when: 'evening', timeZone: 'Asia/Seoul' }
  const { user, answer } = open({ [`PUT ${KEY}`]: ok(ReminderSettings, saved) })
  await user.click(await screen.findByRole('radio', { name: /^The evening before/ }))
  answer(KEY, reminders({ settings: saved }))
  const respond = holdResponses()
  await press(user, 'Save')
  await user.click(screen.getByRole('radio', { name: /^Late/ }))
  respond()
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save', busy: false })).toBeDefined())
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /^Late/ }).checked).toBe(true)
})

test('what comes next and what was sent (R378)', async () => {
  const next = { season: '2025-26', gameweek: 13, missing: 4, firstMatch: 'Brentford v Burnley' }
  const coming = { ...next, closesAt: '2025-11-29T14:55:00.000Z', dueAt: '2025-11-28T14:55:00.000Z' }
  const sent = { season: '2025-26', gameweek: 12, missing: 4, sentAt: '2025-11-21T12:25:00.000Z' }
  const settings = { ...none, mail: true }
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2025-11-27T12:00:00.000Z') })
  const { unmount } = open({
    [KEY]: reminders({ settings, next: coming, sent: [{ ...sent, channels: ['inbox', 'mail'] }] }),
  })
  expect(await textOf('The next one')).toContain(
    '4 picks missingFor gameweek 13. If they’re still missing on Fri 28 Nov at 14:55 (UK time), we’ll remind you by inbox and email.',
  )
  expect(await textOf('How it looks')).toBe(
    `How it looks4 picks missingGameweek 13 closes tomorrow at 14:55. ${next.firstMatch} first.PLP · now`,
  )
  expect(screen.getByRole('link', { name: 'Pick them now' }).getAttribute('href')).toBe('/gameweeks/13')
  expect(await textOf('What we sent')).toContain('Gameweek 12Fri 21 Nov at 12:25 · inbox, email4 missing')
  unmount()
  open({ [KEY]: reminders({ next: { ...next, missing: 0, firstMatch: null, closesAt: null, dueAt: null } }) })
  expect(await textOf('The next one')).toContain('Nothing to remind you of')
  expect(await textOf('How it looks')).toContain('an example4 picks missing')
})

test('R446: a reminder whose time has passed, of a new player for example, comes soon', async () => {
  const next = { season: '2025-26', gameweek: 13, missing: 4, firstMatch: 'Brentford v Burnley' }
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2025-11-29T09:00:00.000Z') })
  open({
    [KEY]: reminders({
      next: { ...next, closesAt: '2025-11-29T14:55:00.000Z', dueAt: '2025-11-28T14:55:00.000Z' },
    }),
  })
  expect(await textOf('The next one')).toContain('If they’re still missing in ten minutes, we’ll remind you by inbox.')
  expect(await textOf('How it looks')).toContain('Gameweek 13 closes today at 14:55.')
})

describe('the calendar address (R362, R363)', () => {
  const renewal = 'POST /api/user/calendar/renew'
  const address = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Your calendar address' }).value
  const entries = () => screen.findByRole('combobox', { name: 'Which entries' })
  const options = async () =>
    within(await entries())
      .getAllByRole('option')
      .map(({ textContent }) => textContent)

  test('has every match, those of the favourite club, or only cutoffs, and links that add it', async () => {
    const { user } = open({ [profiles.profile.key]: { status: 200, body: { favoriteTeam: tableRowSample().id } } })
    const choice = await entries()
    await waitFor(async () =>
      expect(await options()).toEqual(['All matches', `${tableRowSample().name} only`, 'Only the times matches close']),
    )
    expect(address()).toBe(`${location.origin}/calendar/1-a.ics`)
    await user.selectOptions(choice, 'club')
    expect(address()).toBe(`${location.origin}/calendar/1-a.ics?club=${tableRowSample().id}`)
    await user.selectOptions(choice, 'cutoffs')
    expect(address()).toBe(`${location.origin}/calendar/1-a.ics?only=cutoffs`)
    const links = within(screen.getByRole('list', { name: 'Add to' })).getAllByRole<HTMLAnchorElement>('link')
    expect(links.map(({ textContent, href }) => [textContent, new URL(href).protocol])).toEqual([
      ['Apple Calendar', 'webcal:'],
      ['Google Calendar', 'https:'],
      ['Outlook', 'https:'],
    ])
  })

  test('is made anew after a question; a failure keeps the old one', async () => {
    const { user, answer } = open({ [renewal]: problem(503) })
    expect(await options()).toHaveLength(2)
    const renew = async () => {
      await press(user, 'New address')
      await press(user, 'Make a new one')
    }
    await renew()
    expect(await screen.findByText('Failed to change the calendar address')).toBeDefined()
    expect(address()).toContain('/calendar/1-a.ics')
    answer(renewal, calendar('1-b.ics'))
    await renew()
    expect(await screen.findByText('New calendar address')).toBeDefined()
    expect(address()).toContain('/calendar/1-b.ics')
  })
})

describe('the question after a saved pick (R377)', () => {
  const ask = (answers: Answers = {}) => draw(<PushQuestion />, { answers: { [KEY]: reminders(), ...answers } })

  test('a no is kept for good', async () => {
    pushBrowser()
    const { user, writes } = ask({ [`PUT ${KEY}`]: ok(ReminderSettings, { ...none, pushDeclined: true }) })
    await press(user, 'Not now')
    await waitFor(() => expect(screen.queryByText('Shall we nudge you?')).toBeNull())
    expect(writes()).toMatchObject([{ body: { pushDeclined: true } }])
  })

  test('a yes asks the browser', async () => {
    pushBrowser()
    const { user } = ask({
      'POST /api/reminders/push': ok(PushDevice, device()),
      [`POST /api/reminders/push/${HERE}/test`]: done,
    })
    await press(user, 'Yes, nudge me')
    expect(await screen.findByText('Push is on for this device')).toBeDefined()
    expect(screen.queryByText('Shall we nudge you?')).toBeNull()
  })

  test.each([
    ['after a no', {}, { pushDeclined: true }],
    ['when the browser has been answered', { permission: 'granted' }, {}],
  ] as const)('is not asked %s', async (_when, browser, changes) => {
    pushBrowser(browser)
    const { calls } = ask({ [KEY]: reminders({ settings: { ...none, ...changes } }) })
    await waitFor(() => expect(calls).toHaveLength(1))
    expect(screen.queryByText('Shall we nudge you?')).toBeNull()
  })
})

describe('the page of the link in a mail (R374)', () => {
  const PATH = '/api/unsubscribe/7-ab'
  const unsubscribing = (answers: Answers) => {
    history.replaceState(null, '', '/unsubscribe/7-ab')
    const drawn = draw(<UnsubscribePage />, { answers })
    history.replaceState(null, '', '/')
    return drawn
  }

  test('sends one POST on press, and offers Undo', async () => {
    const { user, writes } = unsubscribing({
      [`POST ${PATH}`]: ok(Unsubscribed, { undo: 'f'.repeat(32) }),
      [`POST ${PATH}/undo`]: done,
    })
    expect(writes()).toEqual([])
    await press(user, 'Unsubscribe')
    expect(await screen.findByRole('heading', { name: 'No more reminder emails' })).toBeDefined()
    await press(user, 'Undo')
    expect(await screen.findByRole('heading', { name: 'Reminders are back on' })).toBeDefined()
    expect(writes().map(({ body }) => body)).toEqual([undefined, { key: 'f'.repeat(32) }])
  })

  test('an old link says so', async () => {
    const { user } = unsubscribing({ [`POST ${PATH}`]: problem(404) })
    await press(user, 'Unsubscribe')
    expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toBeDefined()
  })
})
