import { code, erased, integer, readModel, smallint, table, timestamp, type ViewsOf, view } from '../../slice/table.ts'
import type { Outcome } from '../fixtures/contract.ts'
import type { PickVerdict } from './contract.ts'
import { pickPoints, pickVerdict } from './points.ts'

declare module '../../slice/read-models.ts' {
  interface ReadModels extends ViewsOf<typeof predictionTables> {}
}

const key = { fixture_id: integer(), user_id: integer(null, { dataSubject: 'deletes' }) } as const

/** Points of a pick are stored nowhere: they follow from the pick and the result of its fixture, so a corrected result rewrites no pick. */
const predictions = table({
  doc:
    'One row a user and match: the pick (`home_score`, `away_score` null: result only) and its `points` by the prices of the season (null until the match ' +
    'is settled). `verdict`: exact, correct, wrong; void where the match is cancelled; null until settled. Sealed until the cutoff of the match: only its owner may see it before.',
  columns: {
    ...key,
    id: integer('Number of the prediction.'),
    home_score: smallint('The picked goals of the home club; null: the result only. Sealed until the cutoff.', {
      nullable: true,
    }),
    away_score: smallint('The picked goals of the away club; null: the result only. Sealed until the cutoff.', {
      nullable: true,
    }),
    created_at: timestamp('When it was first given.'),
    updated_at: timestamp('When it was last changed.'),
    result: code<Outcome>('The result that was picked: `home`, `draw`, `away`. Sealed until the cutoff of the match.'),
  },
  key: ['fixture_id', 'user_id'],
  readIndexes: { predictions_user: '(user_id, id)' },
})
const { id, user_id, fixture_id, result, home_score, away_score, created_at, updated_at } = predictions.columns

export const predictionTables = readModel(
  {
    predictions: view({
      doc: predictions.doc,
      columns: {
        ...{ id, user_id, fixture_id, season: code(), gameweek: smallint(), result, home_score, away_score },
        points: integer('What it pays by the prices of the season; null until settled.', { nullable: true }),
        ...{ created_at, updated_at },
        settled_at: timestamp('When its match was first settled; null: not settled.', { nullable: true }),
        verdict: code<PickVerdict>(
          '`exact`, `correct`, `wrong`, or `void` where the match is cancelled; null until settled.',
          { nullable: true },
        ),
      },
      sql: `select p.id, p.user_id, p.fixture_id, f.season, f.gameweek, p.result, p.home_score, p.away_score,
  ${pickPoints} as points,
  p.created_at, p.updated_at, f.settled_at, ${pickVerdict} as verdict
from predictions p join fixtures f on f.id = p.fixture_id`,
    }),
    /** Counted as a result comes: storing a pick counts nothing. */
    pick_counts: table({
      doc:
        'How many picked what of a match that has a result: one row a match and pick, result-only ones without scores. Matches without a result ' +
        'have none: what is said of an open one is sealed.',
      columns: {
        fixture_id: integer(),
        result: code<Outcome>('The picked result: `home`, `draw`, `away`.'),
        home_score: smallint('The picked goals of the home club; null: the result only.', { nullable: true }),
        away_score: smallint('The picked goals of the away club; null: the result only.', { nullable: true }),
        picks: integer('How many picked this.'),
      },
      key: [],
      constraints: ['unique nulls not distinct (fixture_id, result, home_score, away_score)'],
    }),
    void_picks: table({
      doc:
        'Predictions whose last pick came after what closed their match and does not count, as long as their streams in the log do not say so: ' +
        'empty but for moments, or after a crash for a minute.',
      columns: { user_id, fixture_id },
      key: ['user_id', 'fixture_id'],
    }),
  },
  { predictions, erased },
)
