import type { SeasonPicks } from '../../src/areas/achievements/season-picks.ts'
import type { achievementStore } from '../../src/areas/achievements/tables.ts'
import type { TablesOf } from '../../src/slice/table.ts'

type Rows = {
  readonly [Name in keyof TablesOf<typeof achievementStore>]: Readonly<TablesOf<typeof achievementStore>[Name]>
}

export type Badge = Rows['badges']
export type PlayerRow = Rows['players']
export type SeasonPicksRow = Omit<Rows['cards'], 'picks'> & { readonly picks: SeasonPicks }

/** A player with one of their season picks; null: there is no such row yet. */
export type PlayerWithPicks = {
  readonly [Name in 'deeds' | 'earned_ids' | 'unlocked_ids']: PlayerRow[Name] | null
} & { readonly [Name in 'season' | 'picks']: SeasonPicksRow[Name] | null } & Pick<PlayerRow, 'user_id'>

/** Columns of a badge to write: either those of its earning or those of its unlocking, never a part of them. */
export type BadgeHalf = Pick<Badge, 'user_id' | 'achievement'> & Partial<Badge>
