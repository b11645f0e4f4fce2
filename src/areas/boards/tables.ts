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
import { pickPoints, pickVerdict } from '../predictions/points.ts'

declare module '../../slice/read-models.ts' {
  interface ReadModels extends ViewsOf<typeof boardTables> {}
}

const season = code()
const gameweek = smallint()
const user_id = integer(null, { dataSubject: 'deletes' })

/** Kept current by the projector. `accuracy` is the exact fraction that boards sort by. */
const counts = {
  exact: integer('How many of them were exact scores.'),
  correct: integer('How many of them had the right result, exact scores among them.'),
  settled: integer('How many of them are settled: played or awarded.'),
  predictions: integer('How many predictions there are, open ones among them.'),
  accuracy: double('`correct` of `settled` as a fraction, 0 to 1; 0 where nothing is settled.', {
    generated: 'case when settled = 0 then 0 else correct::double precision / settled end',
  }),
}

/**
 * Settling a match writes a row of `totals` and `gameweek_rows` for everyone who predicted it, and every index on what changes there
 * costs it dearly: the board has its points alone (ties are sorted when read), a gameweek's board none (its rows are in one range of
 * the primary key), so that its updates stay within their pages.
 */
const totals = table({
  doc:
    'One row a season and user with at least one prediction: points (the sum of the ledger), of these `booked` for achievements and prizes and `match_points` for matches; exact scores, correct ones, settled and all predictions, ' +
    '`accuracy` as the fraction correct / settled. Order of the board: points, exact, accuracy, all descending, then user id (given in order of registration).',
  columns: {
    season,
    user_id,
    points: integer('All points of the season: the sum of the ledger.'),
    booked: integer('The part of them from achievements and prizes.', { sql: 'default 0' }),
    ...counts,
  },
  key: ['season', 'user_id'],
  storage: 'fillfactor = 70',
  readIndexes: { totals_board: '(season, points desc)' },
})

const bookedEntries = table({
  doc: 'One row an event that books points: an achievement or a prize.',
  columns: {
    season,
    user_id,
    id: uuid('The event.'),
    type: code<'achievement' | 'competition'>('`achievement` or `competition`.', {
      sql: "check (type in ('achievement', 'competition'))",
    }),
    points: integer('What was booked; negative: taken back.'),
    reason: text('What it was for, in words.'),
    at: timestamp('When it was earned.'),
  },
  key: ['season', 'user_id', 'id'],
  readIndexes: { booked_entries_user: '(user_id)' },
})

export const boardTables = readModel(
  {
    ledger: view({
      doc:
        'One row a credit or debit: `type` match, achievement, competition. `id` of a match entry is `match-{prediction id}`; a corrected result replaces ' +
        'the entry in place. Achievements and prizes are booked entries with a `reason`; a correction is a further one. `at`: when it was earned.',
      columns: {
        id: text('The entry: `match-` and the number of the prediction, else the event that booked it.'),
        type: code<'match' | 'achievement' | 'competition'>('`match`, `achievement` or `competition`.'),
        user_id,
        season: code('The season of the event that earned it.'),
        fixture_id: integer('The match that paid, by `fixtures.id`; null in other entries.', { nullable: true }),
        at: bookedEntries.columns.at,
        points: bookedEntries.columns.points,
        reason: text('What it was for, in words; null in entries of matches.', { nullable: true }),
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
      columns: { ...totals.columns, match_points: integer('The part of them from matches.') },
      sql: 'select *, points - booked as match_points from totals',
    }),
    gameweek_rows: table({
      doc: 'The same numbers of one gameweek, match points only.',
      columns: { season, gameweek, user_id, points: integer('Points of the matches of this gameweek.'), ...counts },
      key: ['season', 'gameweek', 'user_id'],
      storage: 'fillfactor = 50',
    }),
    histograms: table({
      doc: 'How many players have how many points; `gameweek` 0 is the whole season. Rank = 1 + the players with more points.',
      columns: {
        season,
        gameweek: smallint('Number of the gameweek; 0: the whole season.'),
        points: integer('So many points …'),
        players: integer('… have so many players.'),
      },
      key: ['season', 'gameweek', 'points'],
      storage: 'fillfactor = 50',
    }),
    rank_snapshots: table({
      doc: 'Ranks at the moment a gameweek settled, of each that was `ranked`. A result that is corrected later leaves them as they were.',
      columns: {
        ...{ season, gameweek, user_id },
        rank: integer('The rank in the season when this gameweek settled; equal points share it.'),
      },
      key: ['season', 'gameweek', 'user_id'],
    }),
    leaderboard: view({
      doc: 'Totals with the shared rank (1, 2, 2, 4), for analysts; the application takes ranks from `histograms`.',
      columns: { rank: bigint('Place by points; equal points share it (1, 2, 2, 4).'), ...totals.columns },
      sql: 'select rank() over (partition by season order by points desc) as rank, * from totals',
    }),
    streaks: view({
      doc: 'Correct predictions in a row, over settled predictions by kickoff, then match id. Users without a correct one have no row.',
      columns: {
        ...{ user_id, season },
        current_streak: integer('Correct predictions in a row up to the latest settled one.'),
        best_streak: integer('The longest such row of the season.'),
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
