import type { Stage } from './stage.ts'
import type { VisitorOptions } from './visitor.ts'

/** The page of reported messages, as an administrator uses it. */
export async function openReports(stage: Stage, options?: VisitorOptions) {
  const visitor = await stage.visit('/admin/reports', options)
  const { page, press } = visitor
  return {
    ...visitor,
    nothingIsReported: () => visitor.says('No reports'),
    /** Asks for a message to be deleted, and answers the question that follows. */
    async deleteMessageOf(author: string, answer: 'Delete' | 'Cancel') {
      await press(`Delete the message of ${author}`)
      const question = page.getByRole('dialog', { name: `Delete the message of ${author}?` })
      await question.getByRole('button', { name: answer }).click()
    },
  }
}
