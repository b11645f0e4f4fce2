/** A view in the schema `analysis`: a common join of views of `read`. */
interface AnalysisView {
  readonly name: string
  /** The meaning of a row. */
  readonly doc: string
  /** The meanings of its columns, in order. */
  readonly columns: Readonly<Record<string, string>>
  readonly sql: string
}

const NUMBERS = {
  points: 'Points of the matches of this gameweek.',
  exact: 'Number of exact scores.',
  correct: 'Number of correct results, including exact scores.',
  settled: 'Number of settled predictions.',
  predictions: 'Number of the player’s predictions for it.',
}
const PLAYER = { user_id: 'The player, as `read.people.id`.', player: 'The player’s name.' }
const GAMEWEEK = { season: 'Name of the season.', gameweek: 'Number of the gameweek, 1 to 38.' }

/** Views of `read` that show picks before their cutoff. */
export const SHOWS_OPEN_PICKS: readonly string[] = ['predictions', 'achievement_cards']

/** The views of the schema `analysis`. They contain a pick only after its cutoff. */
export const ANALYSIS_VIEWS: readonly AnalysisView[] = [
  {
    name: 'predictions',
    doc: 'One row per prediction after the cutoff of its match, with the match, its clubs, its result and the points. Open picks are not included.',
    columns: {
      id: 'Number of the prediction.',
      ...GAMEWEEK,
      ...PLAYER,
      fixture_id: 'The match, as `read.fixtures.id`.',
      kickoff: 'Kickoff of the match; null without a date.',
      cutoff: 'Time until which the pick could be changed; null without a date.',
      status: 'Status of the match, as in `read.fixtures`.',
      home_team_id: 'The home club, as `read.teams.id`.',
      home_team: 'Its name.',
      away_team_id: 'The away club, as `read.teams.id`.',
      away_team: 'Its name.',
      pick: 'The picked result: `home`, `draw`, `away`.',
      pick_home_score: 'The picked goals of the home club; null without a score.',
      pick_away_score: 'The picked goals of the away club; null without a score.',
      result: 'The current result; null without one.',
      home_score: 'Goals of the home club; null without a score.',
      away_score: 'Goals of the away club; null without a score.',
      verdict: '`exact`, `correct`, `wrong` or `void`; null until settled.',
      points: 'Points for the pick; null until settled.',
      created_at: 'When it was first made.',
      updated_at: 'When it was last changed.',
      settled_at: 'When its match was first settled; null if not settled.',
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
    doc: 'One row per settled gameweek and winner: every player with the most points of it.',
    columns: {
      ...GAMEWEEK,
      settled_at: 'When the gameweek settled.',
      ...PLAYER,
      ...NUMBERS,
      is_first: 'True for the first winner. Equal points are ordered by exact scores, accuracy, registration.',
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
    doc: 'One row per league, member and settled gameweek: points of the gameweek and of the season up to it, with both ranks among current members. Match points, also in a league with rules of its own.',
    columns: {
      league_id: 'The league, as `read.leagues.id`.',
      league: 'Its name.',
      ...GAMEWEEK,
      ...PLAYER,
      points: NUMBERS.points,
      rank: 'Rank by these points; equal points share it.',
      season_points: 'Points of the matches of all settled gameweeks up to this one.',
      season_rank: 'Rank by these season points; equal points share it.',
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
