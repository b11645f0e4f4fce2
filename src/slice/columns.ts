/** Meanings of columns that are the same in most views. A declaration may replace them. */
export const COMMON_COLUMNS: Readonly<Record<string, string>> = {
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
}

/** Meanings of columns, by view. */
export type DescribedColumns = Readonly<Record<`read.${string}`, Readonly<Record<string, string>>>>
