import type { FeedSort } from '../contracts/sharing.ts'
import { wrongField } from '../slice/problem.ts'

/** The last share of a page, by what the order goes by. */
export type Cursor =
  | { readonly sort: 'recent'; readonly id: number }
  | { readonly sort: 'popular'; readonly likes: number; readonly id: number }
  /** `day`: that of the first page, so that midnight changes no order between two pages. */
  | { readonly sort: 'trending'; readonly day: string; readonly score: number; readonly id: number }

const forms = {
  recent: /^r\.(\d{1,10})$/,
  popular: /^p\.(\d{1,10})\.(\d{1,10})$/,
  trending: /^t\.(\d{4}-\d{2}-\d{2})\.(\d{1,10})\.(\d{1,10})$/,
} as const

/** A cursor as it is given out. */
export function cursorText(cursor: Cursor): string {
  switch (cursor.sort) {
    case 'recent':
      return `r.${cursor.id}`
    case 'popular':
      return `p.${cursor.likes}.${cursor.id}`
    case 'trending':
      return `t.${cursor.day}.${cursor.score}.${cursor.id}`
  }
}

/** The cursor of an order; null: this is none. */
export function cursorOf(sort: FeedSort, text: string): Cursor | null {
  const [, first = '', second = '', third = ''] = forms[sort].exec(text) ?? []
  if (first === '') return null
  if (sort === 'recent') return { sort, id: Number(first) }
  if (sort === 'popular') return { sort, likes: Number(first), id: Number(second) }
  return Number.isNaN(Date.parse(first)) ? null : { sort, day: first, score: Number(second), id: Number(third) }
}

/** The cursor of a request; null: it asks for the first page. */
export function givenCursor(sort: FeedSort, text: string | undefined): Cursor | null {
  if (text === undefined) return null
  const cursor = cursorOf(sort, text)
  if (!cursor) throw wrongField('cursor', 'This cursor is not one of this list')
  return cursor
}
