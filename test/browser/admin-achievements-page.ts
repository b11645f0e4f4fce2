import type { Stage } from './stage.ts'
import type { Visitor, VisitorOptions } from './visitor.ts'

/** The page that unlocks achievements retroactively, as an administrator uses it. */
export function unlockingOf(visitor: Visitor) {
  const { page, press } = visitor
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

/** Opens the page that unlocks achievements. */
export async function openUnlocking(stage: Stage, options?: VisitorOptions) {
  const unlocking = unlockingOf(await stage.visit('/admin/achievements', options))
  await unlocking.isAt('Achievements')
  return unlocking
}
