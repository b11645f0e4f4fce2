import type { Locator, Page } from 'playwright'
import { expect } from 'vitest'
import type { FeedbackCreate } from '../../src/areas/feedback/contract.ts'

/** The feedback page as a player or an administrator uses it. */
export interface FeedbackPage {
  /** The form, the list, and one of its entries by title. */
  readonly form: Locator
  readonly list: Locator
  entry(title: string): Locator
  /** Titles from top to bottom. */
  titles(): Promise<string[]>
  /** Fills in the given fields and submits the form. */
  submit(said: Partial<FeedbackCreate>): Promise<void>
  /** Votes, or withdraws the vote, and waits for the button's new text. */
  vote(title: string, says: RegExp): Promise<void>
  /** The count and order above the list, such as `2 posts, newest first`. */
  isHeaded(text: string): Promise<void>
  /** Chooses a category, a status and an order of the list. */
  filter(by: { category?: string; status?: string; first?: string }): Promise<void>
  /** Answers as an administrator. */
  answer(title: string, status: string, text: string): Promise<void>
}

export function feedbackPage(page: Page): FeedbackPage {
  const form = page.getByRole('form', { name: 'Feedback', exact: true })
  const list = page.getByRole('region', { name: 'Community Feedback' })
  const entry = (title: string) =>
    list.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title, exact: true }) })
  return {
    form,
    list,
    entry,
    titles: () => list.getByRole('heading', { level: 3 }).allInnerTexts(),
    async submit({ category, title, description, priority }) {
      // The radio input covers the tile with its label.
      if (category) await form.getByRole('radio', { name: new RegExp(`^${category}$`, 'i') }).check()
      if (title !== undefined) await form.getByLabel('Title').fill(title)
      if (description !== undefined) await form.getByLabel('Description').fill(description)
      if (priority) await form.getByRole('radio', { name: new RegExp(`^${priority}$`, 'i') }).check()
      await form.getByRole('button', { name: 'Submit feedback' }).click()
    },
    async vote(title, says) {
      const button = entry(title).getByRole('button', { name: `for ${title}` })
      await button.click()
      await expect.poll(async () => (await button.innerText()).replaceAll(/\s+/g, ' ')).toMatch(says)
    },
    isHeaded: (text) => list.getByRole('status').getByText(text, { exact: true }).waitFor(),
    async filter({ category, status, first }) {
      if (category) await list.getByRole('group', { name: 'Category' }).getByRole('radio', { name: category }).check()
      const bar = list.getByRole('search')
      if (status) await bar.getByLabel('Status').selectOption({ label: status })
      if (first) await bar.getByLabel('Sort by').selectOption({ label: first })
    },
    async answer(title, status, text) {
      const answer = page.getByRole('form', { name: `Answer to ${title}` })
      await answer.getByLabel('Status').selectOption({ label: status })
      await answer.getByRole('textbox', { name: 'Answer' }).fill(text)
      await answer.getByRole('button', { name: `Save answer to ${title}` }).click()
    },
  }
}
