import type { Stage } from './stage.ts'
import type { VisitorOptions } from './visitor.ts'

/** The page of what players have reported, as an administrator uses it. */
export async function openReports(stage: Stage, options?: VisitorOptions) {
  const visitor = await stage.visit('/admin/reports', options)
  const { page, press } = visitor
  return {
    ...visitor,
    nothingIsReported: () => visitor.says('No reports'),
    /** Where the first link of this name leads. */
    placeOf: (name: string) => page.getByRole('listitem').getByRole('link', { name }).first().getAttribute('href'),
    /** Asks for what was reported to be deleted, and answers the question that follows. */
    async deleteOf(kind: 'message' | 'share' | 'comment', author: string, answer: 'Delete' | 'Cancel') {
      await press(`Delete the ${kind} of ${author}`)
      const question = page.getByRole('dialog', { name: `Delete the ${kind} of ${author}?` })
      await question.getByRole('button', { name: answer }).click()
    },
  }
}
