/** What columns mean that mean the same wherever they stand. A view that says it otherwise describes its own. */
export const COMMON_COLUMNS = {
  user_id: 'The player, by `people.id`.',
  season: 'Name of the season, such as `2024-25` or `demo`.',
  gameweek: 'Number of the gameweek, 1 to 38.',
  fixture_id: 'The match, by `fixtures.id`.',
  league_id: 'The league, by `leagues.id`.',
  competition_id: 'The competition, by `competitions.id`.',
  share_id: 'The share, by `shares.id`.',
  reporter_id: 'Who reported it, by `people.id`.',
  created_at: 'When it was made.',
  updated_at: 'When it was last changed.',
  joined_at: 'When the player joined.',
} as const

type Common = keyof typeof COMMON_COLUMNS

/** A sentence for each column of the views whose rows an area declares; those that mean the same everywhere may be left out. */
export type ColumnWords<Declared> = {
  readonly [View in keyof Declared]: {
    readonly [Column in Exclude<keyof Declared[View], Common>]: string
  } & { readonly [Column in keyof Declared[View] & Common]?: string }
}

/** The same of any area. */
export type DescribedColumns = Readonly<Record<`read.${string}`, Readonly<Record<string, string>>>>

/** What is said of the read models beside their definitions. */
export interface ReadModelWords {
  /** Null: nobody has said it. */
  meaningOf(view: `read.${string}`, column: string): string | null
  /** What whoever reads a view of `read` has to know first; null: nothing. */
  noteOf(view: string): string | null
  /** The views of the schema `analysis`. */
  readonly analysis: readonly {
    readonly name: string
    readonly doc: string
    readonly columns: Readonly<Record<string, string>>
  }[]
}

/** What a column means; null: nobody has said it. */
export function meaningOf(words: DescribedColumns, view: `read.${string}`, column: string): string | null {
  const own = words[view]?.[column]
  return own ?? (Object.hasOwn(COMMON_COLUMNS, column) ? COMMON_COLUMNS[column as Common] : null)
}
