import type { UserAchievement } from '../../../../src/contracts/achievements.ts'

const CATEGORIES: Readonly<Record<string, string>> = {
  predictions: 'Predictions',
  accuracy: 'Accuracy',
  points: 'Points',
  streaks: 'Streaks',
  social: 'Social',
}

export interface Shelf {
  readonly category: string
  readonly name: string
  readonly unlocked: number
  readonly achievements: readonly UserAchievement[]
}

const capitalised = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1)

/** By category in the order of the page; one that is not known comes after them. Within a category as the server has them. */
export function shelvesOf(achievements: readonly UserAchievement[]): Shelf[] {
  const byCategory = Map.groupBy(achievements, ({ category }): string => category)
  const order = new Set([...Object.keys(CATEGORIES), ...byCategory.keys()])
  return [...order].flatMap((category) => {
    const list = byCategory.get(category)
    if (!list) return []
    const name = CATEGORIES[category] ?? capitalised(category)
    return [{ category, name, unlocked: unlockedOf(list), achievements: list }]
  })
}

/** Where a category stands on the page. */
export function anchorOf(category: string): string {
  return `category-${category}`
}

export function unlockedOf(achievements: readonly Pick<UserAchievement, 'isUnlocked'>[]): number {
  return achievements.filter(({ isUnlocked }) => isUnlocked).length
}

/** Rounded percent, 0 of nothing (core-play, section 9). */
export function percentOf(unlocked: number, total: number): number {
  return total === 0 ? 0 : Math.round((100 * unlocked) / total)
}

/** From common, one pip, to legendary, four. */
export const RARITIES = ['common', 'rare', 'epic', 'legendary'] as const

/** How many pips a rarity has, and its word; one that is not known counts as common. */
export function rarityOf(rarity: string): { readonly rarity: string; readonly pips: number; readonly word: string } {
  const known = RARITIES.find((each) => each === rarity) ?? 'common'
  return { rarity: known, pips: RARITIES.indexOf(known) + 1, word: capitalised(known) }
}

/** How many of each rarity the player has. */
export function byRarity(achievements: readonly UserAchievement[]) {
  return RARITIES.map((rarity) => {
    const list = achievements.filter((each) => rarityOf(each.rarity).rarity === rarity)
    return { rarity, unlocked: unlockedOf(list), total: list.length }
  })
}

/** The unlocked, latest first. */
export function wonLatest(achievements: readonly UserAchievement[]): readonly UserAchievement[] {
  const at = ({ unlockedAt }: UserAchievement) => (unlockedAt === undefined ? 0 : Date.parse(unlockedAt))
  return achievements.filter(({ isUnlocked }) => isUnlocked).sort((a, b) => at(b) - at(a))
}

/** The locked one that has come furthest, of those that are begun; null: none is. */
export function closest(achievements: readonly UserAchievement[]) {
  const begun = achievements.flatMap(({ name, isUnlocked, progress }) =>
    !isUnlocked && progress && progress.value > 0 ? [{ name, ...progress }] : [],
  )
  return begun.sort((a, b) => b.value / b.of - a.value / a.of || a.of - a.value - (b.of - b.value))[0] ?? null
}
