import { expect, test } from 'vitest'
import { zoneText } from '../../contracts/time-zones.ts'
import { reminderMail } from './mail.ts'
import { reminderNotifications } from './notifications.ts'

const pick = (cutoff: string, home = 'Brighton & Hove', away = 'Burnley') => ({ cutoff, home, away })
const missing = [
  pick('2026-11-28T14:55:00.000Z'),
  pick('2026-11-28T17:25:00.000Z', 'Everton', 'Newcastle'),
  pick('2026-11-29T11:55:00.000Z', 'Crystal Palace', 'Man United'),
]
const mail = (changes: Partial<Parameters<typeof reminderMail>[0]> = {}) =>
  reminderMail({
    ...{ username: 'maya_k', gameweek: 13, missing, at: '2026-11-27T14:55:00.000Z', zone: 'Europe/London' },
    ...{ publicUrl: 'https://plp.example', unsubscribe: 'https://plp.example/unsubscribe/7-ab' },
    ...changes,
  })

test('R373: the text of a mail, with times in the zone of the player', () => {
  const { subject, text } = mail()
  expect(subject).toBe('3 picks missing, gameweek 13 closes tomorrow')
  expect(text).toBe(`maya_k, 3 picks are missing.

Gameweek 13 closes in parts, the first tomorrow at 14:55 UK time:

  14:55  Brighton & Hove v Burnley
  17:25  Everton v Newcastle
  11:55  Crystal Palace v Man United (Sun)

Pick them:  https://plp.example/gameweeks/13

You get this once a gameweek, only if picks are missing, because you switched this on.
Unsubscribe:  https://plp.example/unsubscribe/7-ab
All reminders:  https://plp.example/reminders
`)
})

test('R373: of one match, today, in another zone', () => {
  const { subject, text } = mail({
    missing: missing.slice(0, 1),
    at: '2026-11-28T12:55:00.000Z',
    zone: 'America/New_York',
  })
  expect(subject).toBe('1 pick missing, gameweek 13 closes today')
  expect(text).toContain(
    'maya_k, 1 pick is missing.\n\nGameweek 13 closes today at 09:55 New York time:\n\n  09:55  Brighton',
  )
})

test('R425: a reminder leads to its gameweek, which need not be the current one', () => {
  expect(mail({ gameweek: 29 }).html).toContain('href="https://plp.example/gameweeks/29"')
  const payload = { what: 'picks-missing', gameweek: 29, missing: 1, closesAt: '2026-11-28T14:55:00.000Z' } as const
  expect(reminderNotifications.sentences['picks-missing'](payload, {} as never, 1).link).toBe('/gameweeks/29')
})

test('R445: a match a week away or more has its date', () => {
  const postponed = [...missing, pick('2026-12-05T14:55:00.000Z', 'Leeds', 'Wolves'), pick('2027-02-03T19:25:00.000Z')]
  const { text, html } = mail({ missing: postponed })
  expect(text).toContain('  14:55  Leeds v Wolves (5 Dec)\n  19:25  Brighton & Hove v Burnley (3 Feb)')
  expect(html).toContain('closes 3 Feb<')
})

test('R373: the HTML has the same content, escaped, with inline styles', () => {
  const { html } = mail()
  for (const text of [
    'Brighton &amp; Hove v Burnley',
    '>14:55<',
    'closes Sunday',
    'Make my 3 picks',
    'role="presentation"',
  ])
    expect(html).toContain(text)
  expect(html).not.toContain('Brighton & Hove')
  expect(html.match(/<td /g)!.length).toBe(html.match(/<td [^>]*style="/g)!.length)
})

test('zones are named by their place', () => {
  expect(['Europe/London', 'America/New_York', 'UTC'].map(zoneText)).toEqual(['UK time', 'New York time', 'UTC time'])
})
