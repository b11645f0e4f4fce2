import type { UserAchievement } from '../../../../src/areas/achievements/contract.ts'
import { groupBy } from '../../lib/groupBy.ts'

/** In page order. */
const CATEGORIES = ['predictions', 'accuracy', 'points', 'streaks', 'social']

export interface Shelf {
  readonly category: string
  readonly name: string
  readonly unlocked: number
  readonly total: number
  /** The achievements that match the filter. */
  readonly achievements: readonly UserAchievement[]
}

const capitalised = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1)

export interface AchievementFilter {
  readonly state: 'all' | 'unlocked' | 'locked'
  readonly rarity: 'all' | (typeof RARITIES)[number]
}

export const ALL: AchievementFilter = { state: 'all', rarity: 'all' }

/** Reads the filter from the URL; unknown values mean all. */
export function filterOf(query: URLSearchParams): AchievementFilter {
  return {
    state: (['unlocked', 'locked'] as const).find((state) => state === query.get('state')) ?? 'all',
    rarity: RARITIES.find((rarity) => rarity === query.get('rarity')) ?? 'all',
  }
}

/** The URL parameters of a filter, without default values. */
export function queryOf({ state, rarity }: AchievementFilter): Record<string, string> {
  return { ...(state === 'all' ? {} : { state }), ...(rarity === 'all' ? {} : { rarity }) }
}

const fits = (achievement: UserAchievement, { state, rarity }: AchievementFilter): boolean =>
  (state === 'all' || achievement.isUnlocked === (state === 'unlocked')) &&
  (rarity === 'all' || rarityOf(achievement.rarity).rarity === rarity)

/**
 * Matching achievements by category, in page order; unknown categories come last. The server's order is kept within a
 * category. Empty categories are omitted.
 */
export function shelvesOf(achievements: readonly UserAchievement[], filter: AchievementFilter = ALL): Shelf[] {
  const byCategory = groupBy(achievements, ({ category }): string => category)
  const order = new Set([...CATEGORIES, ...byCategory.keys()])
  return [...order].flatMap((category) => {
    const list = byCategory.get(category)
    const shown = list?.filter((each) => fits(each, filter)) ?? []
    if (!list || shown.length === 0) return []
    return [
      { category, name: capitalised(category), unlocked: unlockedOf(list), total: list.length, achievements: shown },
    ]
  })
}

export function anchorOf(category: string): string {
  return `category-${category}`
}

export function unlockedOf(achievements: readonly Pick<UserAchievement, 'isUnlocked'>[]): number {
  return achievements.filter(({ isUnlocked }) => isUnlocked).length
}

/** Rounded percent, 0 of 0 (docs/rules.md R75). */
export function percentOf(unlocked: number, total: number): number {
  return total === 0 ? 0 : Math.round((100 * unlocked) / total)
}

/** From common (one pip) to legendary (four). */
export const RARITIES = ['common', 'rare', 'epic', 'legendary'] as const

/** Pips and label of a rarity; an unknown one counts as common. */
export function rarityOf(rarity: string): { readonly rarity: string; readonly pips: number; readonly word: string } {
  const known = RARITIES.find((each) => each === rarity) ?? 'common'
  return { rarity: known, pips: RARITIES.indexOf(known) + 1, word: capitalised(known) }
}

export function byRarity(achievements: readonly UserAchievement[]) {
  return RARITIES.map((rarity) => {
    const list = achievements.filter((each) => rarityOf(each.rarity).rarity === rarity)
    return { rarity, unlocked: unlockedOf(list), total: list.length }
  })
}

export function wonLatest(achievements: readonly UserAchievement[]): readonly UserAchievement[] {
  const at = ({ unlockedAt }: UserAchievement) => (unlockedAt === undefined ? 0 : Date.parse(unlockedAt))
  return achievements.filter(({ isUnlocked }) => isUnlocked).sort((a, b) => at(b) - at(a))
}

/** Locked achievements with progress, the furthest first. */
export function begun(achievements: readonly UserAchievement[]) {
  return achievements
    .flatMap((each) =>
      !each.isUnlocked && each.progress && each.progress.value > 0 ? [{ ...each, progress: each.progress }] : [],
    )
    .sort(({ progress: a }, { progress: b }) => b.value / b.of - a.value / a.of || a.of - a.value - (b.of - b.value))
}

/** The locked achievement with the most progress; null if none has any. */
export function closest(achievements: readonly UserAchievement[]) {
  const [first] = begun(achievements)
  return first ? { name: first.name, ...first.progress } : null
}
