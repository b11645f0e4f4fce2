/** A view in the schema `analysis`: what analysts join again and again, from views of `read`. */
export interface AnalysisView {
  readonly name: string
  /** What a row is. */
  readonly doc: string
  /** What its columns mean, in their order. */
  readonly columns: Readonly<Record<string, string>>
  readonly sql: string
}

const NUMBERS = {
  points: 'Points of the matches of this gameweek.',
  exact: 'How many of the predictions were exact scores.',
  correct: 'How many of them had the right result, exact scores among them.',
  settled: 'How many of them are settled.',
  predictions: 'How many predictions the player gave for it.',
}
const PLAYER = { user_id: 'The player, by `read.people.id`.', player: 'The player’s name.' }
const GAMEWEEK = { season: 'Name of the season.', gameweek: 'Number of the gameweek, 1 to 38.' }

/** Views of `read` that show picks before their cutoff. */
export const SHOWS_OPEN_PICKS: readonly string[] = ['predictions', 'achievement_cards']

/** The views of the schema `analysis`. They show nothing that is still sealed: a pick is in them once its cutoff has passed. */
export const ANALYSIS_VIEWS: readonly AnalysisView[] = [
  {
    name: 'predictions',
    doc: 'One row a prediction whose match takes no more of them, with the match, its clubs, its result and what it paid. Open picks are not in it.',
    columns: {
      id: 'Number of the prediction.',
      ...GAMEWEEK,
      ...PLAYER,
      fixture_id: 'The match, by `read.fixtures.id`.',
      kickoff: 'When the match begins or began; null: no date is known.',
      cutoff: 'Until when the pick could be changed; null: no date is known.',
      status: 'Of the match, as in `read.fixtures`.',
      home_team_id: 'The home club, by `read.teams.id`.',
      home_team: 'Its name.',
      away_team_id: 'The away club, by `read.teams.id`.',
      away_team: 'Its name.',
      pick: 'The result that was picked: `home`, `draw`, `away`.',
      pick_home_score: 'The picked goals of the home club; null: the result only.',
      pick_away_score: 'The picked goals of the away club; null: the result only.',
      result: 'The result as it counts; null while nothing counts.',
      home_score: 'Goals of the home club; null while there is no score.',
      away_score: 'Goals of the away club; null while there is no score.',
      verdict: '`exact`, `correct`, `wrong` or `void`; null until settled.',
      points: 'What it paid; null until settled.',
      created_at: 'When it was first given.',
      updated_at: 'When it was last changed.',
      settled_at: 'When its match was first settled; null: not settled.',
    },
    sql: `
      select p.id, p.season, p.gameweek, p.user_id, u.username as player, p.fixture_id, f.kickoff, f.cutoff, f.status,
        f.home_team_id, h.name as home_team, f.away_team_id, a.name as away_team, p.result as pick,
        p.home_score as pick_home_score, p.away_score as pick_away_score, f.result, f.home_score, f.away_score,
        p.verdict, p.points, p.created_at, p.updated_at, p.settled_at
      from read.predictions p
      join read.fixtures f on f.id = p.fixture_id
      join read.teams h on h.id = f.home_team_id
      join read.teams a on a.id = f.away_team_id
      join read.people u on u.id = p.user_id
      where f.closed or f.cutoff <= now()`,
  },
  {
    name: 'gameweek_winners',
    doc: 'One row a settled gameweek and player with the most points of it; who shares them has a row each.',
    columns: {
      ...GAMEWEEK,
      settled_at: 'When the gameweek settled.',
      ...PLAYER,
      ...NUMBERS,
      is_first: 'Whether the player stands first: equal points go by exact scores, accuracy, registration.',
    },
    sql: `
      select g.season, g.gameweek, g.settled_at, r.user_id, u.username as player, r.points, r.exact, r.correct, r.settled,
        r.predictions, r.user_id = g.winner as is_first
      from read.settled_gameweeks g
      join read.gameweek_rows r on r.season = g.season and r.gameweek = g.gameweek
      join read.people u on u.id = r.user_id
      where g.winner is not null and r.points = (
        select max(h.points) from read.histograms h where h.season = g.season and h.gameweek = g.gameweek and h.players > 0)`,
  },
  {
    name: 'league_gameweeks',
    doc: 'One row a league, member and settled gameweek: the points of that gameweek and of the season up to it, with both ranks among those who are in the league now.',
    columns: {
      league_id: 'The league, by `read.leagues.id`.',
      league: 'Its name.',
      ...GAMEWEEK,
      ...PLAYER,
      points: NUMBERS.points,
      rank: 'Place by these points; equal points share it.',
      season_points: 'Points of the matches of all settled gameweeks up to this one.',
      season_rank: 'Place by those; equal points share it.',
    },
    sql: `
      select league_id, league, season, gameweek, user_id, player, points,
        rank() over (partition by league_id, season, gameweek order by points desc)::integer as rank, season_points,
        rank() over (partition by league_id, season, gameweek order by season_points desc)::integer as season_rank
      from (
        select m.league_id, l.name as league, g.season, g.gameweek, m.user_id, u.username as player,
          coalesce(r.points, 0) as points,
          (sum(coalesce(r.points, 0)) over (partition by m.league_id, g.season, m.user_id order by g.gameweek))::integer as season_points
        from read.league_members m
        join read.leagues l on l.id = m.league_id
        join read.people u on u.id = m.user_id
        cross join read.settled_gameweeks g
        left join read.gameweek_rows r on r.season = g.season and r.gameweek = g.gameweek and r.user_id = m.user_id
      ) boards`,
  },
]
