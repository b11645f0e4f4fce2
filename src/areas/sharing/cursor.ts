import { wrongField } from '../../slice/problem.ts'
import type { FeedSort } from './contract.ts'

/** The last share of a page, by the values of the sort order. */
export interface Cursor {
  /** For `trending`, the day of the first page, so that the order does not change at midnight between two pages. Else empty. */
  readonly day: string
  /** Likes for `popular`, score for `trending`, else 0. */
  readonly key: number
  readonly id: number
}

const FORMS: Readonly<Record<FeedSort, RegExp>> = {
  recent: /^r\.(?<id>\d{1,10})$/,
  popular: /^p\.(?<key>\d{1,10})\.(?<id>\d{1,10})$/,
  trending: /^t\.(?<day>\d{4}-\d{2}-\d{2})\.(?<key>\d{1,10})\.(?<id>\d{1,10})$/,
}

/** Returns the text of a cursor for the response header. */
export const cursorText = (sort: FeedSort, { day, key, id }: Cursor): string =>
  [sort[0], ...(sort === 'trending' ? [day] : []), ...(sort === 'recent' ? [] : [key]), id].join('.')

/** Returns the cursor of a text; null: it is invalid for this order. */
export function cursorOf(sort: FeedSort, text: string): Cursor | null {
  const found = FORMS[sort].exec(text)?.groups
  if (!found || (found.day && Number.isNaN(Date.parse(found.day)))) return null
  return { day: found.day ?? '', key: Number(found.key ?? 0), id: Number(found.id) }
}

/** Returns the cursor of a request; null: the first page. Throws 400 if it is invalid. */
export function requestedCursor(sort: FeedSort, text: string | undefined): Cursor | null {
  if (text === undefined) return null
  const cursor = cursorOf(sort, text)
  if (!cursor) throw wrongField('cursor', 'This cursor belongs to another list')
  return cursor
}
