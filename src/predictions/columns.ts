import type { ColumnWords } from '../slice/columns.ts'
import type { predictionRows } from './read-model.ts'

export const predictionColumns: ColumnWords<typeof predictionRows> = {
  'read.settled_gameweeks': {
    settled_at: 'When it settled.',
    fixture_ids: 'The matches that settled it, by `fixtures.id`.',
    last_kickoff: 'The last kickoff of these; null: none of them has a date.',
    ranked: 'Whether its ranks count for movement: no later gameweek had settled before.',
    winner: 'The first of its board as it stands now, by `people.id`; null: nobody has points.',
  },
  'read.predictions': {
    id: 'Number of the prediction.',
    result: 'The result that was picked: `home`, `draw`, `away`. Sealed until the cutoff of the match.',
    home_score: 'The picked goals of the home club; null: the result only. Sealed until the cutoff.',
    away_score: 'The picked goals of the away club; null: the result only. Sealed until the cutoff.',
    points: 'What it pays by the prices of the season; null until settled.',
    created_at: 'When it was first given.',
    updated_at: 'When it was last changed.',
    settled_at: 'When its match was first settled; null: not settled.',
    verdict: '`exact`, `correct`, `wrong`, or `void` where the match is cancelled; null until settled.',
  },
  'read.pick_counts': {
    result: 'The picked result: `home`, `draw`, `away`.',
    home_score: 'The picked goals of the home club; null: the result only.',
    away_score: 'The picked goals of the away club; null: the result only.',
    picks: 'How many picked this.',
  },
  'read.void_picks': {},
  'read.ledger': {
    id: 'The entry: `match-` and the number of the prediction, else the event that booked it.',
    type: '`match`, `achievement` or `competition`.',
    season: 'The season of the event that earned it.',
    fixture_id: 'The match that paid, by `fixtures.id`; null in other entries.',
    at: 'When it was earned.',
    points: 'What was booked; negative: taken back.',
    reason: 'What it was for, in words; null in entries of matches.',
  },
  'read.totals': {
    points: 'All points of the season: the sum of the ledger.',
    booked: 'The part of them from achievements and prizes.',
    exact: 'How many of them were exact scores.',
    correct: 'How many of them had the right result, exact scores among them.',
    settled: 'How many of them are settled: played or awarded.',
    predictions: 'How many predictions there are, open ones among them.',
    accuracy: '`correct` of `settled` as a fraction, 0 to 1; 0 where nothing is settled.',
    match_points: 'The part of them from matches.',
  },
  'read.gameweek_rows': {
    points: 'Points of the matches of this gameweek.',
    exact: 'How many of them were exact scores.',
    correct: 'How many of them had the right result, exact scores among them.',
    settled: 'How many of them are settled: played or awarded.',
    predictions: 'How many predictions there are, open ones among them.',
    accuracy: '`correct` of `settled` as a fraction, 0 to 1; 0 where nothing is settled.',
  },
  'read.histograms': {
    gameweek: 'Number of the gameweek; 0: the whole season.',
    points: 'So many points …',
    players: '… have so many players.',
  },
  'read.rank_snapshots': {
    rank: 'The rank in the season when this gameweek settled; equal points share it.',
  },
  'read.leaderboard': {
    rank: 'Place by points; equal points share it (1, 2, 2, 4).',
    points: 'All points of the season: the sum of the ledger.',
    booked: 'The part of them from achievements and prizes.',
    exact: 'How many of them were exact scores.',
    correct: 'How many of them had the right result, exact scores among them.',
    settled: 'How many of them are settled: played or awarded.',
    predictions: 'How many predictions there are, open ones among them.',
    accuracy: '`correct` of `settled` as a fraction, 0 to 1; 0 where nothing is settled.',
  },
  'read.streaks': {
    current_streak: 'Correct predictions in a row up to the latest settled one.',
    best_streak: 'The longest such row of the season.',
  },
}
