import type { Stage, StageVisit } from './stage.ts'
import type { Visitor } from './visitor.ts'

/** The chat of a league or competition, behind its button on a page, as a member uses it. */
export function chatOf(visitor: Visitor, name: string, kind: 'League' | 'Competition' = 'League') {
  const { page } = visitor
  const title = `${kind} chat, ${name}`
  const panel = page.getByRole('region', { name: title })
  const box = panel.getByLabel('Message', { exact: true })
  const log = panel.getByRole('log')
  const ask = page.getByRole('dialog')
  /** What can be done with a message, one's own or somebody's. */
  const act = async (whose: RegExp, action: string) => {
    await panel.getByRole('button', { name: whose }).click()
    await panel.getByRole('button', { name: action }).click()
  }
  const OWN = /^Actions for your message/
  return {
    ...visitor,
    panel,
    log,
    /** The box that a message is written into; nobody has it who may only read. */
    box,
    messages: log.getByRole('listitem'),
    button: page.getByRole('button', { name: title }),
    /** Opens it by its button, which says how many messages are unread. */
    open: (unread?: string) =>
      page.getByRole('button', { name: unread ? `${title}, ${unread} unread` : title }).click(),
    /** The button says that nothing is unread. */
    nothingIsUnread: () => page.getByRole('button', { name: title, exact: true }).waitFor(),
    says: (text: string | RegExp, how?: 'exactly') => panel.getByText(text, { exact: how === 'exactly' }).waitFor(),
    count: (text: string | RegExp) => panel.getByText(text).count(),
    write: (text: string) => box.fill(text),
    send: () => panel.getByRole('button', { name: 'Send' }).click(),
    async say(text: string) {
      await box.fill(text)
      await box.press('Enter')
    },
    /** Adds to the last message of one's own; the caret stands where its text ends. */
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
    /** One's own message stands in the log and can be acted on. */
    isSent: () => panel.getByRole('button', { name: OWN }).waitFor(),
    retry: () => panel.getByRole('button', { name: 'Retry' }).click(),
    /** To the oldest message that is shown. */
    scrollUp: () => log.evaluate((element) => element.scrollTo(0, 0)),
  }
}

/** Opens the page of a league with its chat, which is still closed. */
export const openWithChat = async (stage: Stage, league: { id: number; name: string }, options?: StageVisit) =>
  chatOf(await stage.visit(`/leagues/${league.id}`, options), league.name)
