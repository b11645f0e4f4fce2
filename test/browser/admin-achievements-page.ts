import type { Stage } from './stage.ts'
import type { VisitorOptions } from './visitor.ts'

/** The page that unlocks achievements retroactively, as an administrator uses it. */
export async function openUnlocking(stage: Stage, options?: VisitorOptions) {
  const visitor = await stage.visit('/admin/achievements', options)
  const { page, press } = visitor
  await visitor.isAt('Achievements')
  const opener = page.getByRole('button', { name: 'Unlock Achievements' })
  return {
    ...visitor,
    /** The first press shows the unlocks per player. */
    preview: () => opener.click(),
    only: (achievement: string) => page.getByLabel('Achievement', { exact: true }).selectOption(achievement),
    /** The second press, on a button with the number of achievements and players. */
    confirm: (what: string) => press(`Unlock ${what}`),
    confirmation: (what: RegExp) => page.getByRole('button', { name: what }),
  }
}
