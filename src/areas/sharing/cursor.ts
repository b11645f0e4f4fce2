import { wrongField } from '../../slice/problem.ts'
import type { FeedSort } from './contract.ts'

/** The last share of a page, by the values of its order. */
export interface Cursor {
  /** Of `trending`: that of the first page, so that midnight changes no order between two pages. Else empty. */
  readonly day: string
  /** Likes of `popular`, score of `trending`, else 0. */
  readonly key: number
  readonly id: number
}

const FORMS: Readonly<Record<FeedSort, RegExp>> = {
  recent: /^r\.(?<id>\d{1,10})$/,
  popular: /^p\.(?<key>\d{1,10})\.(?<id>\d{1,10})$/,
  trending: /^t\.(?<day>\d{4}-\d{2}-\d{2})\.(?<key>\d{1,10})\.(?<id>\d{1,10})$/,
}

/** A cursor as it is given out. */
export const cursorText = (sort: FeedSort, { day, key, id }: Cursor): string =>
  [sort[0], ...(sort === 'trending' ? [day] : []), ...(sort === 'recent' ? [] : [key]), id].join('.')

/** The cursor of an order; null: the text is none. */
export function cursorOf(sort: FeedSort, text: string): Cursor | null {
  const found = FORMS[sort].exec(text)?.groups
  if (!found || (found.day && Number.isNaN(Date.parse(found.day)))) return null
  return { day: found.day ?? '', key: Number(found.key ?? 0), id: Number(found.id) }
}

/** The cursor of a request; null: it asks for the first page. */
export function givenCursor(sort: FeedSort, text: string | undefined): Cursor | null {
  if (text === undefined) return null
  const cursor = cursorOf(sort, text)
  if (!cursor) throw wrongField('cursor', 'This cursor is not one of this list')
  return cursor
}
