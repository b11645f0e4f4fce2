import type { Notification, NotificationKind } from '../../../../src/contracts/notifications.ts'
import { dateText } from '../../lib/when.ts'

/** What a kind is called where it is switched on and off. */
export const KINDS: readonly { readonly kind: NotificationKind; readonly label: string }[] = [
  { kind: 'achievement', label: 'Achievements unlocked or taken back' },
  { kind: 'correction', label: 'Corrected results that change my points' },
  { kind: 'gameweek', label: 'What I scored when a gameweek is over' },
  { kind: 'prize', label: 'Competition prizes' },
  { kind: 'league', label: 'What happens in my leagues and teams' },
  { kind: 'feedback', label: 'Answers to my feedback' },
  { kind: 'share', label: 'Likes and comments on what I share' },
]

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** `just now`, `5 minutes ago`, `3 hours ago`, `2 days ago`, then the date. */
export function agoText(iso: string, now: number): string {
  const age = now - Date.parse(iso)
  if (age < MINUTE) return 'just now'
  if (age < HOUR) return ago(age, MINUTE, 'minute')
  if (age < DAY) return ago(age, HOUR, 'hour')
  return age < 7 * DAY ? ago(age, DAY, 'day') : dateText(iso)
}

function ago(age: number, unit: number, name: string): string {
  const count = Math.floor(age / unit)
  return `${count} ${name}${count === 1 ? '' : 's'} ago`
}

/** Newest first, each once as it was last seen. */
export function merged(known: readonly Notification[], page: readonly Notification[]): readonly Notification[] {
  const byId = new Map([...known, ...page].map((one) => [one.id, one]))
  return [...byId.values()].sort((a, b) => b.id - a.id)
}

/**
 * The latest page and what was loaded after it. Everything as new as the page is in it: what is not there any more has come up
 * anew, with more to tell.
 */
export function withLatest(older: readonly Notification[], latest: readonly Notification[]): readonly Notification[] {
  const last = latest.at(-1)
  return last === undefined
    ? []
    : merged(
        older.filter(({ id }) => id < last.id),
        latest,
      )
}

/** The list with one kind switched. */
export function switched(muted: readonly NotificationKind[], kind: NotificationKind): NotificationKind[] {
  return muted.includes(kind) ? muted.filter((one) => one !== kind) : [...muted, kind]
}
