import type { Stage } from './stage.ts'
import type { VisitorOptions } from './visitor.ts'

/** The page of read models and reactors, as an administrator uses it. */
export async function openReadModels(stage: Stage, options?: VisitorOptions) {
  const visitor = await stage.visit('/admin/read-models', options)
  const { page, press } = visitor
  await visitor.isAt('Read Models')
  const stopped = page.getByRole('heading', { name: 'Stopped by an event' })
  return {
    ...visitor,
    isUpToDate: (name: string) =>
      page.getByRole('listitem').filter({ hasText: name }).getByText('Up to date').waitFor(),
    isStopped: () => stopped.waitFor(),
    goesOn: () => stopped.waitFor({ state: 'detached' }),
    skipEventOf: (name: string) => press(`Skip event of ${name}`),
  }
}
