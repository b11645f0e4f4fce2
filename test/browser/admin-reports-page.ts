import type { Stage } from './stage.ts'
import type { VisitorOptions } from './visitor.ts'

/** The page of players' reports, as an administrator uses it. */
export async function openReports(stage: Stage, options?: VisitorOptions) {
  const visitor = await stage.visit('/admin/reports', options)
  const { page, press } = visitor
  return {
    ...visitor,
    nothingIsReported: () => visitor.says('No reports'),
    /** The target of the first link with this name. */
    placeOf: (name: string) => page.getByRole('listitem').getByRole('link', { name }).first().getAttribute('href'),
    /** Requests the deletion of a reported item, and answers the confirmation. */
    async deleteOf(kind: 'message' | 'share' | 'comment', author: string, answer: 'Delete' | 'Cancel') {
      await press(`Delete the ${kind} of ${author}`)
      const question = page.getByRole('dialog', { name: `Delete the ${kind} of ${author}?` })
      await question.getByRole('button', { name: answer }).click()
    },
  }
}
