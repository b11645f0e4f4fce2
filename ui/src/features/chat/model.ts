import type { ChatMessage } from '../../../../src/areas/chat/contract.ts'
import { MESSAGE_EDIT_MINUTES } from '../../../../src/contracts/rules.ts'
import { groupBy } from '../../lib/groupBy.ts'
import { dateText } from '../../lib/when.ts'

export type Room = { readonly kind: 'league' | 'competition'; readonly id: number }

export const pathOf = ({ kind, id }: Room): string =>
  `/api/${kind === 'league' ? 'leagues' : 'competitions'}/${id}/messages`

export const isIn = ({ kind, id }: Room, { leagueId, competitionId }: ChatMessage): boolean =>
  (kind === 'league' ? leagueId : competitionId) === id

/** Merges the server's latest page. Older known messages are kept unless there is a gap. */
export function withLatest(known: readonly ChatMessage[], page: readonly ChatMessage[]): readonly ChatMessage[] {
  const at = known.findIndex(({ id }) => id === page[0]?.id)
  return [...known.slice(0, Math.max(0, at)), ...page]
}

export function withOlder(known: readonly ChatMessage[], page: readonly ChatMessage[]): readonly ChatMessage[] {
  const ids = new Set(known.map(({ id }) => id))
  return [...page.filter(({ id }) => !ids.has(id)), ...known]
}

/** Appends a new message or replaces a changed one. */
export function withMessage(known: readonly ChatMessage[], message: ChatMessage): readonly ChatMessage[] {
  const at = known.findIndex(({ id }) => id === message.id)
  return at < 0 ? [...known, message] : known.with(at, message)
}

/** `Today`, `Yesterday` or the date, in the device's time zone. */
export function dayLabel(iso: string, now: number): string {
  const day = new Date(iso).toDateString()
  if (day === new Date(now).toDateString()) return 'Today'
  const before = new Date(now)
  before.setDate(before.getDate() - 1)
  return day === before.toDateString() ? 'Yesterday' : dateText(iso)
}

export const byDay = (messages: readonly ChatMessage[], now: number) =>
  groupBy(messages, ({ createdAt }) => dayLabel(createdAt, now))

/** Messages of others after the last seen one; all of them if that one is not in the list. */
export function unreadCount(messages: readonly ChatMessage[], userId: number, lastSeen: number | null): number {
  const at = messages.findIndex(({ id }) => id === lastSeen)
  return messages.slice(at + 1).filter((message) => message.userId !== userId && !message.isDeleted).length
}

/** Capped at 9+ in compact form, 99+ otherwise (docs/rules.md R72); null: no badge. */
export function badgeText(count: number, isCompact: boolean): string | null {
  const most = isCompact ? 9 : 99
  if (count === 0) return null
  return count > most ? `${most}+` : String(count)
}

export const mayEdit = (message: ChatMessage, userId: number, now: number): boolean =>
  message.userId === userId && !message.isDeleted && now - Date.parse(message.createdAt) < MESSAGE_EDIT_MINUTES * 60_000

/** The reader's own message without a response yet. */
export interface Pending {
  /** Idempotency key, the same for every attempt. */
  readonly key: string
  readonly content: string
  readonly hasFailed: boolean
}

/** Removes the pending entry that `message` confirms. */
export function withoutArrived(pending: readonly Pending[], message: ChatMessage, userId: number): readonly Pending[] {
  if (message.userId !== userId) return pending
  const at = pending.findIndex(({ content, hasFailed }) => !hasFailed && content === message.content)
  return at < 0 ? pending : pending.toSpliced(at, 1)
}
