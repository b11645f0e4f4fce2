import {
  bigint,
  code,
  double,
  integer,
  readModel,
  smallint,
  table,
  text,
  timestamp,
  uuid,
  type ViewsOf,
  view,
} from '../../slice/table.ts'
import type { Outcome } from '../fixtures/events.ts'
import { pickPoints, pickVerdict } from '../predictions/points.ts'

declare module '../../slice/read-models.ts' {
  interface ReadModels extends ViewsOf<typeof boardTables> {}
}

const season = code()
const gameweek = smallint()
const user_id = integer(null, { dataSubject: 'deletes' })

/** Updated by the projector. `accuracy` is the exact fraction by which boards are sorted. */
const counts = {
  exact: integer('Number of exact scores.'),
  correct: integer('Number of correct results, including exact scores.'),
  settled: integer('Number of settled predictions: their match was played or awarded.'),
  predictions: integer('Number of predictions, including open ones.'),
  accuracy: double('`correct` of `settled` as a fraction, 0 to 1; 0 without settled predictions.', {
    generated: 'case when settled = 0 then 0 else correct::double precision / settled end',
  }),
}

/**
 * Settling a match updates a row of `totals` and `gameweek_rows` for every player who predicted it. Every index on
 * changing columns is therefore expensive. The board has only an index on points; ties are sorted when read. The board
 * of a gameweek has none: its rows are one range of the primary key. Its updates thus stay within their pages.
 */
const totals = table({
  doc:
    'One row per season and user with at least one prediction: points (the sum of the ledger), of these `booked` for achievements and prizes and `match_points` for matches; exact scores, correct ones, settled and all predictions, ' +
    '`accuracy` as the fraction correct / settled. Order of the board: points, exact, accuracy, all descending, then user id (in order of registration).',
  columns: {
    season,
    user_id,
    points: integer('All points of the season: the sum of the ledger.'),
    booked: integer('Of these, points from achievements and prizes.', { sql: 'default 0' }),
    ...counts,
  },
  key: ['season', 'user_id'],
  storage: 'fillfactor = 70',
  readIndexes: { totals_board: '(season, points desc)' },
})

const bookedEntries = table({
  doc: 'One row per event that books points, for an achievement or a prize.',
  columns: {
    season,
    user_id,
    id: uuid('The event.'),
    type: code<'achievement' | 'competition'>('`achievement` or `competition`.', {
      sql: "check (type in ('achievement', 'competition'))",
    }),
    points: integer('Booked points; negative for a revocation.'),
    reason: text('The reason, as text.'),
    at: timestamp('When it was earned.'),
  },
  key: ['season', 'user_id', 'id'],
  readIndexes: { booked_entries_user: '(user_id)' },
})

export const boardTables = readModel(
  {
    ledger: view({
      doc:
        'One row per credit or debit: `type` match, achievement, competition. `id` of a match entry is `match-{prediction id}`; a corrected result replaces ' +
        'the entry in place. Achievements and prizes are booked entries with a `reason`; a correction is another entry. `at`: when it was earned.',
      columns: {
        id: text(
          'Id of the entry: `match-` and the number of the prediction, otherwise the id of the event that booked it.',
        ),
        type: code<'match' | 'achievement' | 'competition'>('`match`, `achievement` or `competition`.'),
        user_id,
        season: code('Season of the event that earned it.'),
        fixture_id: integer('The match, as `fixtures.id`; null in other entries.', { nullable: true }),
        at: bookedEntries.columns.at,
        points: bookedEntries.columns.points,
        reason: text('The reason, as text; null in entries of matches.', { nullable: true }),
      },
      sql: `select 'match-' || p.id as id, 'match' as type, p.user_id, f.season, p.fixture_id, f.settled_at as at,
  ${pickPoints} as points, null as reason
from predictions p join fixtures f on f.id = p.fixture_id
where f.result is not null
union all
select type || '-' || id, type, user_id, season, null, at, points, reason from booked_entries`,
    }),
    totals: view({
      doc: totals.doc,
      columns: { ...totals.columns, match_points: integer('Of these, points from matches.') },
      sql: 'select *, points - booked as match_points from totals',
    }),
    gameweek_rows: table({
      doc: 'The same numbers of one gameweek, match points only.',
      columns: {
        ...{ season, gameweek, user_id, points: integer('Points of the matches of this gameweek.') },
        ...counts,
        difference: integer('Of `correct`, those with the right goal difference, without exact scores.', {
          sql: 'default 0',
        }),
      },
      key: ['season', 'gameweek', 'user_id'],
      storage: 'fillfactor = 50',
    }),
    histograms: table({
      doc: 'Number of players per points; `gameweek` 0 is the whole season. Rank = 1 + the number of players with more points.',
      columns: {
        season,
        gameweek: smallint('Number of the gameweek; 0 for the whole season.'),
        points: integer('The points.'),
        players: integer('Number of players with these points.'),
      },
      key: ['season', 'gameweek', 'points'],
      storage: 'fillfactor = 50',
    }),
    rank_snapshots: table({
      doc:
        'The board of the season at the time when a gameweek settled. Later corrections do not change it: it equals this board plus the differences between ' +
        '`settled_results` and the current results.',
      columns: {
        ...{ season, gameweek },
        user_id: integer('Id of the player; negative after the deletion of the account.', { dataSubject: 'deletes' }),
        rank: integer('The rank in the season when this gameweek settled; equal points share it.'),
        points: integer('All points of the season at that time.'),
        booked: integer('Of these, points from achievements and prizes.'),
        exact: smallint('Number of exact scores at that time.'),
        correct: smallint('Number of correct results at that time, including exact scores.'),
        settled: smallint('Number of settled predictions at that time.'),
      },
      key: ['season', 'gameweek', 'user_id'],
    }),
    settled_results: table({
      doc: 'The results that counted on the board of the season when a gameweek settled, of any gameweek.',
      columns: {
        ...{ season, gameweek },
        fixture_id: integer('The match, by `fixtures.id`.'),
        result: code<Outcome>('Result that counted: `home`, `draw`, `away`.'),
        home_score: smallint('Goals of the home club; null: awarded without a score.', { nullable: true }),
        away_score: smallint('Goals of the away club; null: awarded without a score.', { nullable: true }),
      },
      key: ['season', 'gameweek', 'fixture_id'],
    }),
    leaderboard: view({
      doc: 'Totals with the shared rank (1, 2, 2, 4), for analysts; the application computes ranks from `histograms`.',
      columns: { rank: bigint('Rank by points; equal points share it (1, 2, 2, 4).'), ...totals.columns },
      sql: 'select rank() over (partition by season order by points desc) as rank, * from totals',
    }),
    streaks: view({
      doc: 'Correct predictions in a row, over settled predictions by kickoff, then match id. Users without a correct one have no row.',
      columns: {
        ...{ user_id, season },
        current_streak: integer('Correct predictions in a row up to the latest settled one.'),
        best_streak: integer('The longest streak of the season.'),
      },
      sql: `with settled as (
  select p.user_id, f.season, ${pickVerdict} <> 'wrong' as hit,
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
    }),
  },
  { totals, booked_entries: bookedEntries },
)
