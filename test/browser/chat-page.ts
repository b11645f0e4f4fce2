import type { Stage, StageVisit } from './stage.ts'
import type { Visitor } from './visitor.ts'

/** The chat of a league or competition, opened by its button on a page, as a member uses it. */
export function chatOf(visitor: Visitor, name: string, kind: 'League' | 'Competition' = 'League') {
  const { page } = visitor
  const title = `${kind} chat, ${name}`
  const panel = page.getByRole('region', { name: title })
  const box = panel.getByLabel('Message', { exact: true })
  const log = panel.getByRole('log')
  const ask = page.getByRole('dialog')
  /** Applies an action to a message, one's own or another's. */
  const act = async (whose: RegExp, action: string) => {
    await panel.getByRole('button', { name: whose }).click()
    await panel.getByRole('button', { name: action }).click()
  }
  const OWN = /^Actions for your message/
  return {
    ...visitor,
    panel,
    log,
    /** The input for messages; absent for readers without write access. */
    box,
    messages: log.getByRole('listitem'),
    button: page.getByRole('button', { name: title }),
    /** Opens it by its button, which includes the number of unread messages. */
    open: (unread?: string) =>
      page.getByRole('button', { name: unread ? `${title}, ${unread} unread` : title }).click(),
    /** Waits until the button reports no unread messages. */
    nothingIsUnread: () => page.getByRole('button', { name: title, exact: true }).waitFor(),
    says: (text: string | RegExp, how?: 'exactly') => panel.getByText(text, { exact: how === 'exactly' }).waitFor(),
    count: (text: string | RegExp) => panel.getByText(text).count(),
    write: (text: string) => box.fill(text),
    send: () => panel.getByRole('button', { name: 'Send' }).click(),
    async say(text: string) {
      await box.fill(text)
      await box.press('Enter')
    },
    /** Adds to the last of one's own messages; the caret is at its end. */
    async addToOwn(text: string) {
      await act(OWN, 'Edit message')
      const editing = panel.getByLabel('Edit message')
      await editing.pressSequentially(text)
      await editing.press('Enter')
    },
    async deleteOwn() {
      await act(OWN, 'Delete message')
      await ask.getByRole('button', { name: 'Delete' }).click()
    },
    async reportMessageOf(author: string) {
      await act(new RegExp(`^Actions for the message of ${author}`), 'Report message')
      await ask.getByRole('button', { name: 'Report' }).click()
    },
    /** Waits until one's own message is in the log and has its actions. */
    isSent: () => panel.getByRole('button', { name: OWN }).waitFor(),
    /** Scrolls to the oldest message. */
    scrollUp: () => log.evaluate((element) => element.scrollTo(0, 0)),
  }
}

/** Opens the page of a league, with its chat still closed. */
export const openWithChat = async (stage: Stage, league: { id: number; name: string }, options?: StageVisit) =>
  chatOf(await stage.visit(`/leagues/${league.id}`, options), league.name)
