import type { Outcome } from '../contracts/fixtures.ts'
import type { PickVerdict } from '../contracts/predictions.ts'
import { type Rows, rows, text, textOrNull } from '../slice/read-models.ts'

declare module '../slice/read-models.ts' {
  interface ReadModels extends Rows<typeof predictionRows> {}
}

export const predictionRows = rows({
  'read.settled_gameweeks': {
    season: 'text',
    gameweek: 'smallint',
    settled_at: 'timestamp with time zone',
    fixture_ids: 'integer[]',
    last_kickoff: 'timestamp with time zone | null',
    ranked: 'boolean',
    winner: 'integer | null',
  },
  'read.predictions': {
    id: 'integer',
    user_id: 'integer',
    fixture_id: 'integer',
    season: 'text',
    gameweek: 'smallint',
    result: text<Outcome>(),
    home_score: 'smallint | null',
    away_score: 'smallint | null',
    points: 'integer | null',
    created_at: 'timestamp with time zone',
    updated_at: 'timestamp with time zone',
    settled_at: 'timestamp with time zone | null',
    verdict: textOrNull<PickVerdict>(),
  },
  'read.pick_counts': {
    fixture_id: 'integer',
    result: text<Outcome>(),
    home_score: 'smallint | null',
    away_score: 'smallint | null',
    picks: 'integer',
  },
  'read.void_picks': {
    user_id: 'integer',
    fixture_id: 'integer',
  },
  'read.ledger': {
    id: 'text',
    type: text<'match' | 'achievement' | 'competition'>(),
    user_id: 'integer',
    season: 'text',
    fixture_id: 'integer | null',
    at: 'timestamp with time zone',
    points: 'integer',
    reason: 'text | null',
  },
  'read.totals': {
    season: 'text',
    user_id: 'integer',
    points: 'integer',
    booked: 'integer',
    exact: 'integer',
    correct: 'integer',
    settled: 'integer',
    predictions: 'integer',
    accuracy: 'double precision',
    match_points: 'integer',
  },
  'read.gameweek_rows': {
    season: 'text',
    gameweek: 'smallint',
    user_id: 'integer',
    points: 'integer',
    exact: 'integer',
    correct: 'integer',
    settled: 'integer',
    predictions: 'integer',
    accuracy: 'double precision',
  },
  'read.histograms': {
    season: 'text',
    gameweek: 'smallint',
    points: 'integer',
    players: 'integer',
  },
  'read.rank_snapshots': {
    season: 'text',
    gameweek: 'smallint',
    user_id: 'integer',
    rank: 'integer',
  },
  'read.leaderboard': {
    rank: 'bigint',
    season: 'text',
    user_id: 'integer',
    points: 'integer',
    booked: 'integer',
    exact: 'integer',
    correct: 'integer',
    settled: 'integer',
    predictions: 'integer',
    accuracy: 'double precision',
  },
  'read.streaks': {
    user_id: 'integer',
    season: 'text',
    current_streak: 'integer',
    best_streak: 'integer',
  },
})
