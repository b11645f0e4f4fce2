import type { MutableKind, Notification } from '../../../../src/areas/notifications/contract.ts'
import { DAY, HOUR, MINUTE } from '../../lib/durations.ts'
import { dateText } from '../../lib/when.ts'

const relative = new Intl.RelativeTimeFormat('en-GB')

/** `just now`, `5 minutes ago`, `3 hours ago`, `2 days ago`, then the date. */
export function agoText(iso: string, now: number): string {
  const age = now - Date.parse(iso)
  if (age < MINUTE) return 'just now'
  if (age < HOUR) return relative.format(-Math.floor(age / MINUTE), 'minute')
  if (age < DAY) return relative.format(-Math.floor(age / HOUR), 'hour')
  return age < 7 * DAY ? relative.format(-Math.floor(age / DAY), 'day') : dateText(iso)
}

/** Newest first, deduplicated by id; the later version wins. */
export function combined(known: readonly Notification[], page: readonly Notification[]): readonly Notification[] {
  const byId = new Map([...known, ...page].map((one) => [one.id, one]))
  return [...byId.values()].sort((a, b) => b.id - a.id)
}

/**
 * The latest page and the older ones loaded after it. A known notification within the page's range but missing from it
 * was updated and has moved up.
 */
export function withLatest(older: readonly Notification[], latest: readonly Notification[]): readonly Notification[] {
  const last = latest.at(-1)
  return last === undefined
    ? []
    : combined(
        older.filter(({ id }) => id < last.id),
        latest,
      )
}

export function toggled(muted: readonly MutableKind[], kind: MutableKind): MutableKind[] {
  return muted.includes(kind) ? muted.filter((one) => one !== kind) : [...muted, kind]
}
