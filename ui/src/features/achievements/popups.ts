import type { Achievement, NewAchievement } from '../../../../src/areas/achievements/contract.ts'

/** An unlocked achievement with its texts. */
export interface Unlocked extends Achievement {
  readonly unlockId: string
}

/** Adds texts to the unlocks of a check. Unknown achievements are dropped. */
export function withTexts(unlocks: readonly NewAchievement[], all: readonly Achievement[]): Unlocked[] {
  const known = new Map(all.map((achievement) => [achievement.id, achievement]))
  return unlocks.flatMap(({ unlockId, achievementId }) => {
    const achievement = known.get(achievementId)
    return achievement ? [{ ...achievement, unlockId }] : []
  })
}

/** The visible pop-up and the queue after it. The first achievement is named, the others are counted. */
export interface Popups {
  readonly shown: readonly Unlocked[]
  /** The exit animation is running. */
  readonly isLeaving: boolean
  readonly waiting: readonly Unlocked[]
}

export const noPopups: Popups = { shown: [], isLeaving: false, waiting: [] }

/** `hide`: the time is over or it was closed. `removed`: the exit animation has ended. */
export type PopupsEvent =
  | { readonly type: 'found'; readonly unlocked: readonly Unlocked[] }
  | { readonly type: 'hide' }
  | { readonly type: 'removed' }

/** Unlocks found together share a pop-up; later ones join it while it is open. */
export function popupsAfter(popups: Popups, event: PopupsEvent): Popups {
  const { shown, isLeaving, waiting } = popups
  switch (event.type) {
    case 'found':
      return isLeaving
        ? { shown, isLeaving, waiting: [...waiting, ...event.unlocked] }
        : { shown: [...shown, ...event.unlocked], isLeaving, waiting }
    case 'hide':
      return shown.length === 0 ? popups : { shown, isLeaving: true, waiting }
    case 'removed':
      return isLeaving ? { shown: waiting, isLeaving: false, waiting: [] } : popups
  }
}
