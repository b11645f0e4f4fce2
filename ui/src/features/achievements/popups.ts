import type { Achievement, NewAchievement } from '../../../../src/areas/achievements/contract.ts'

/** An achievement as its pop-up shows it. */
export interface Unlocked extends Achievement {
  readonly unlockId: string
}

/** What a check told, with its texts; what the list of achievements does not know has none and is not shown. */
export function withTexts(told: readonly NewAchievement[], all: readonly Achievement[]): Unlocked[] {
  const known = new Map(all.map((achievement) => [achievement.id, achievement]))
  return told.flatMap(({ unlockId, achievementId }) => {
    const achievement = known.get(achievementId)
    return achievement ? [{ ...achievement, unlockId }] : []
  })
}

/** The pop-up: what it counts, the first of them by name, and what comes after it. */
export interface Popups {
  readonly shown: readonly Unlocked[]
  /** What is shown is on its way out. */
  readonly isLeaving: boolean
  readonly waiting: readonly Unlocked[]
}

export const noPopups: Popups = { shown: [], isLeaving: false, waiting: [] }

/** `hide`: its time is over, or it was closed. `removed`: the way out is over. */
export type PopupsEvent =
  | { readonly type: 'found'; readonly unlocked: readonly Unlocked[] }
  | { readonly type: 'hide' }
  | { readonly type: 'removed' }

/** Many at once are one pop-up, and what is found while it stands joins it: it is never long in the way. */
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
