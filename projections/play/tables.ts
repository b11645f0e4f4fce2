import { pointsCase, verdictCase } from '../../src/predictions/points.ts'
import type { ReadView } from '../../src/slice/group.ts'

/** Raise it when a table or the projector's logic changes: the group is then rebuilt beside the live one. */
export const playVersion = 7

/**
 * Tables of the group `play`. Points of a single prediction are nowhere stored: they follow from the pick and the result
 * of its fixture (view `predictions`), so that settling or correcting a match rewrites no pick and leaves nothing behind.
 * `totals` and `gameweek_rows` are kept current; their `accuracy` is the exact fraction the boards sort by. `pick_counts` are those of
 * matches with a result, counted as it comes: storing a pick counts nothing.
 */
export const playDdl = `
create table teams (
  id integer primary key,
  slug text not null unique,
  name text not null,
  short_name text not null,
  code text not null,
  field text not null,
  band text not null,
  letters text not null
);

create table seasons (
  season text collate "C" primary key,
  name text not null,
  anchor text,
  baseline_gameweek smallint
);

create table deductions (
  id uuid primary key,
  season text collate "C" not null,
  team_id integer not null,
  points integer not null,
  reason text not null,
  source text not null,
  at timestamptz not null
);

create table fixtures (
  id integer primary key,
  season text collate "C" not null,
  gameweek smallint not null,
  home_team_id integer not null,
  away_team_id integer not null,
  kickoff timestamptz,
  cutoff timestamptz,
  closed boolean not null,
  status text collate "C" not null check (status in ('scheduled', 'postponed', 'finished', 'awarded', 'abandoned', 'cancelled')),
  started_at timestamptz,
  home_score smallint,
  away_score smallint,
  awarded_result text collate "C",
  result text collate "C",
  by_hand boolean not null,
  settled_at timestamptz
);

create table settled_gameweeks (
  season text collate "C" not null,
  gameweek smallint not null,
  settled_at timestamptz not null,
  fixture_ids integer[] not null,
  last_kickoff timestamptz,
  ranked boolean not null,
  winner integer,
  primary key (season, gameweek)
);

create table predictions (
  fixture_id integer not null,
  user_id integer not null,
  id integer not null,
  home_score smallint,
  away_score smallint,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  result text collate "C" not null,
  primary key (fixture_id, user_id)
);

create table pick_counts (
  fixture_id integer not null,
  result text collate "C" not null,
  home_score smallint,
  away_score smallint,
  picks integer not null,
  unique nulls not distinct (fixture_id, result, home_score, away_score)
);

create table void_picks (
  user_id integer not null,
  fixture_id integer not null,
  primary key (user_id, fixture_id)
);

create table totals (
  season text collate "C" not null,
  user_id integer not null,
  points integer not null,
  booked integer not null default 0,
  exact integer not null,
  correct integer not null,
  settled integer not null,
  predictions integer not null,
  accuracy double precision generated always as (case when settled = 0 then 0 else correct::double precision / settled end) stored,
  primary key (season, user_id)
) with (fillfactor = 70);

create table gameweek_rows (
  season text collate "C" not null,
  gameweek smallint not null,
  user_id integer not null,
  points integer not null,
  exact integer not null,
  correct integer not null,
  settled integer not null,
  predictions integer not null,
  accuracy double precision generated always as (case when settled = 0 then 0 else correct::double precision / settled end) stored,
  primary key (season, gameweek, user_id)
) with (fillfactor = 50);

create table histograms (
  season text collate "C" not null,
  gameweek smallint not null,
  points integer not null,
  players integer not null,
  primary key (season, gameweek, points)
) with (fillfactor = 50);

create table rank_snapshots (
  season text collate "C" not null,
  gameweek smallint not null,
  user_id integer not null,
  rank integer not null,
  primary key (season, gameweek, user_id)
);

create table booked_entries (
  season text collate "C" not null,
  user_id integer not null,
  id uuid not null,
  type text collate "C" not null check (type in ('achievement', 'competition')),
  points integer not null,
  reason text not null,
  at timestamptz not null,
  primary key (season, user_id, id)
);

create table erased (
  user_id integer primary key
);
`

/**
 * What only readers need: own predictions, head-to-head, the order of the overall board. Settling a match writes a row of
 * `totals` and `gameweek_rows` for everyone who predicted it, and every index on what changes there costs it dearly: the board has
 * its points alone (ties are sorted when read), a gameweek's board none (its rows are in one range of the primary key), so that
 * its updates stay within their pages.
 */
export const playIndexes = `
create index fixtures_season on fixtures (season, gameweek);
create index fixtures_pair on fixtures (home_team_id, away_team_id);
create index predictions_user on predictions (user_id, id);
create index booked_entries_user on booked_entries (user_id);
create index totals_board on totals (season, points desc);
`

const result = ['f.result', 'f.home_score', 'f.away_score'] as const
/** Null until settled. */
const points = `case when f.result is not null then ${pointsCase('f.season', ...result)} end`
/** A cancelled match has no result, and voids its picks. Null until settled. */
const verdict = `case when f.result is not null then ${verdictCase(...result)} when f.status = 'cancelled' then 'void' end`

export const playViews: readonly ReadView[] = [
  {
    name: 'teams',
    doc: 'One row a club: `slug` names its stream; `field`, `band`, `letters` are its colours (`#rrggbb`).',
  },
  {
    name: 'seasons',
    doc: 'One row a season. `anchor`: the day a demo calendar is laid around. `baseline_gameweek`: the settled gameweek whose ranks the boards compare with now; null: none yet.',
  },
  { name: 'deductions', doc: 'Points taken from a club by the league (positive), with reason and source.' },
  {
    name: 'fixtures',
    doc:
      'One row a match. `kickoff` null: no date known. `cutoff`: predictions are taken before it; a cutoff that has passed stays where it was ' +
      '(`closed`). `status`: scheduled, postponed, finished, awarded, abandoned, cancelled; live follows from the clock. Scores are null where ' +
      'there is no score. `result`: home, draw, away as it counts (played or awarded), null while nothing counts. `by_hand`: result, award or cancellation by an ' +
      'administrator. `settled_at`: time of the first result that still stands.',
  },
  {
    name: 'settled_gameweeks',
    doc:
      'Gameweeks that are settled, with the matches that settled them and the last of their kickoffs. They never reopen. ' +
      '`ranked`: no later one had settled before, so its ranks count for movement. `winner`: the first of its board as it stands now; null: nobody has points.',
  },
  {
    name: 'predictions',
    sql: `select p.id, p.user_id, p.fixture_id, f.season, f.gameweek, p.result, p.home_score, p.away_score,
  ${points} as points,
  p.created_at, p.updated_at, f.settled_at, ${verdict} as verdict
from predictions p join fixtures f on f.id = p.fixture_id`,
    doc:
      'One row a user and match: the pick (`home_score`, `away_score` null: result only) and its `points` by the prices of the season (null until the match ' +
      'is settled). `verdict`: exact, correct, wrong; void where the match is cancelled; null until settled. Sealed until the cutoff of the match: only its owner may see it before.',
  },
  {
    name: 'pick_counts',
    doc:
      'How many picked what of a match that has a result: one row a match and pick, result-only ones without scores. Matches without a result ' +
      'have none: what is said of an open one is sealed.',
  },
  {
    name: 'void_picks',
    doc:
      'Predictions whose last pick came after what closed their match and does not count, as long as their streams in the log do not say so: ' +
      'empty but for moments, or after a crash for a minute.',
  },
  {
    name: 'ledger',
    sql: `select 'match-' || p.id as id, 'match' as type, p.user_id, f.season, p.fixture_id, f.settled_at as at,
  ${points} as points, null as reason
from predictions p join fixtures f on f.id = p.fixture_id
where f.result is not null
union all
select type || '-' || id, type, user_id, season, null, at, points, reason from booked_entries`,
    doc:
      'One row a credit or debit: `type` match, achievement, competition. `id` of a match entry is `match-{prediction id}`; a corrected result replaces ' +
      'the entry in place. Achievements and prizes are booked entries with a `reason`; a correction is a further one. `at`: when it was earned.',
  },
  {
    name: 'totals',
    sql: 'select *, points - booked as match_points from totals',
    doc:
      'One row a season and user with at least one prediction: points (the sum of the ledger), of these `booked` for achievements and prizes and `match_points` for matches; exact scores, correct ones, settled and all predictions, ' +
      '`accuracy` as the fraction correct / settled. Order of the board: points, exact, accuracy, all descending, then user id (given in order of registration).',
  },
  { name: 'gameweek_rows', doc: 'The same numbers of one gameweek, match points only.' },
  {
    name: 'histograms',
    doc: 'How many players have how many points; `gameweek` 0 is the whole season. Rank = 1 + the players with more points.',
  },
  {
    name: 'rank_snapshots',
    doc: 'Ranks at the moment a gameweek settled, of each that was `ranked`. A result that is corrected later leaves them as they were.',
  },
  {
    name: 'leaderboard',
    sql: 'select rank() over (partition by season order by points desc) as rank, * from totals',
    doc: 'Totals with the shared rank (1, 2, 2, 4), for analysts; the application takes ranks from `histograms`.',
  },
  {
    name: 'streaks',
    sql: `with settled as (
  select p.user_id, f.season, ${verdict} <> 'wrong' as hit,
    row_number() over w as nth
  from predictions p join fixtures f on f.id = p.fixture_id
  where f.result is not null
  window w as (partition by p.user_id, f.season order by f.kickoff, f.id)
), runs as (
  select user_id, season, hit, nth, nth - row_number() over (partition by user_id, season, hit order by nth) as run,
    max(nth) over (partition by user_id, season) as last
  from settled
), lengths as (
  select user_id, season, count(*)::int as length, max(nth) = max(last) as current from runs where hit group by user_id, season, run
)
select user_id, season, coalesce(max(length) filter (where current), 0) as current_streak, max(length) as best_streak
from lengths group by user_id, season`,
    doc: 'Correct predictions in a row, over settled predictions by kickoff, then match id. Users without a correct one have no row.',
  },
]
