/** Column descriptions shared by most views. A declaration may override them. */
export const COMMON_COLUMNS: Readonly<Record<string, string>> = {
  user_id: 'The player, by `people.id`.',
  season: 'Name of the season, such as `2024-25` or `demo`.',
  gameweek: 'Number of the gameweek, 1 to 38.',
  fixture_id: 'The match, by `fixtures.id`.',
  league_id: 'The league, by `leagues.id`.',
  competition_id: 'The competition, by `competitions.id`.',
  share_id: 'The share, by `shares.id`.',
  reporter_id: 'The reporter, by `people.id`.',
  created_at: 'Time of creation.',
  updated_at: 'Time of the last change.',
  joined_at: 'Time when the player joined.',
}

/** Column descriptions by view. */
export type DescribedColumns = Readonly<Record<`read.${string}`, Readonly<Record<string, string>>>>
