import { NOWHERE } from './shell-page.ts'
import type { Stage, StageVisit } from './stage.ts'
import type { Visitor } from './visitor.ts'

/** The bell of the header and the panel that it opens, as a player uses them. */
export function inboxOf(visitor: Visitor) {
  const { page } = visitor
  const panel = page.getByRole('dialog', { name: 'Notifications' })
  const entries = panel.getByRole('listitem')
  const link = (title: string) => panel.getByRole('link', { name: title }).first()
  const header = page.getByRole('banner')
  /** The bell with this unread count, or without one. */
  const bell = (unread?: number) => {
    const name = unread === undefined ? 'Notifications' : `Notifications, ${unread} unread`
    return header.getByRole('button', { name, exact: true })
  }
  return {
    ...visitor,
    panel,
    entries,
    /** The texts of the entries, the newest first. */
    texts: () => entries.getByRole('paragraph').allInnerTexts(),
    link,
    /** Follows the first entry with this title. */
    follow: (title: string) => link(title).click(),
    bell,
    /** The bell with any unread count. */
    someBell: header.getByRole('button', { name: /^Notifications/ }),
    open: (unread?: number) => bell(unread).click(),
    isOpen: () => panel.waitFor(),
    isClosed: () => panel.waitFor({ state: 'detached' }),
    says: (text: string) => panel.getByText(text).waitFor(),
    /** Number of entries marked as new. */
    fresh: () => panel.getByText('New', { exact: true }).count(),
  }
}

/** Opens a page with its bell, by default a small one. */
export const openInbox = async (stage: Stage, { path = NOWHERE, ...options }: StageVisit & { path?: string } = {}) =>
  inboxOf(await stage.visit(path, options))
