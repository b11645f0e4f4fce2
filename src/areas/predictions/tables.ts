import { restrictedColumn } from '../../slice/group.ts'
import {
  bytes,
  code,
  erased,
  integer,
  readModel,
  smallint,
  table,
  timestamp,
  type ViewsOf,
  view,
} from '../../slice/table.ts'
import type { Outcome } from '../fixtures/contract.ts'
import type { PickVerdict } from './contract.ts'
import { pickPoints, pickVerdict } from './points.ts'

declare module '../../slice/read-models.ts' {
  interface ReadModels extends ViewsOf<typeof predictionTables> {}
}

const key = { fixture_id: integer(), user_id: integer(null, { dataSubject: 'deletes' }) } as const

/** Points are not stored. The view computes them from the pick and the fixture's result, so a correction rewrites no pick. */
const predictions = table({
  doc:
    'One row per user and match: the pick (`home_score`, `away_score` null: result only) and its `points` by the scoring rule of the season (null until the ' +
    'match is settled). `verdict`: exact, correct, wrong; void if the match is cancelled; null until settled. Sealed until the cutoff of the match: before it, only the owner may see the pick.',
  columns: {
    ...key,
    id: integer('Number of the prediction.'),
    home_score: smallint('The picked goals of the home club; null: the result only. Sealed until the cutoff.', {
      nullable: true,
    }),
    away_score: smallint('The picked goals of the away club; null: the result only. Sealed until the cutoff.', {
      nullable: true,
    }),
    created_at: timestamp('When the pick was first submitted.'),
    updated_at: timestamp('When the pick was last changed.'),
    result: code<Outcome>('The picked result: `home`, `draw`, `away`. Sealed until the cutoff of the match.'),
    revision: integer('Number of the pick in its stream, from 1; 0 if it is older than seals.'),
    entry: bytes('Entry of the pick in the seal of its match; null: computed when the match is sealed.', {
      nullable: true,
      hidden: 'it belongs to the receipt of its player',
      secret: true,
    }),
  },
  key: ['fixture_id', 'user_id'],
  readIndexes: { predictions_user: '(user_id, updated_at, id)' },
})
const { id, user_id, fixture_id, result, home_score, away_score, created_at, updated_at, revision, entry } =
  predictions.columns

export const predictionTables = readModel(
  {
    predictions: view({
      doc: predictions.doc,
      columns: {
        ...{ id, user_id, fixture_id, season: code(), gameweek: smallint(), result, home_score, away_score },
        points: integer('Points of the pick by the scoring rule of the season; null until settled.', {
          nullable: true,
        }),
        ...{ created_at, updated_at },
        settled_at: timestamp('When its match was first settled; null: not settled.', { nullable: true }),
        verdict: code<PickVerdict>(
          '`exact`, `correct`, `wrong`, or `void` if the match is cancelled; null until settled.',
          { nullable: true },
        ),
        ...{ revision, entry },
      },
      sql: `select p.id, p.user_id, p.fixture_id, f.season, f.gameweek, p.result, p.home_score, p.away_score,
  ${pickPoints} as points,
  p.created_at, p.updated_at, f.settled_at, ${pickVerdict} as verdict, p.revision, ${restrictedColumn('entry')}
from predictions p join fixtures f on f.id = p.fixture_id`,
    }),
    /** Counts change with results only, so that storing a pick updates no counter. */
    pick_counts: table({
      doc:
        'Number of picks by match and pick, for matches that have a result. Result-only picks have no scores. Matches without a result have no rows: ' +
        'picks of open matches are sealed.',
      columns: {
        fixture_id: integer(),
        result: code<Outcome>('The picked result: `home`, `draw`, `away`.'),
        home_score: smallint('The picked goals of the home club; null: the result only.', { nullable: true }),
        away_score: smallint('The picked goals of the away club; null: the result only.', { nullable: true }),
        picks: integer('Number of players with this pick.'),
      },
      key: [],
      constraints: ['unique nulls not distinct (fixture_id, result, home_score, away_score)'],
    }),
    void_picks: table({
      doc:
        'Predictions whose last pick came after the event that closed their match and does not count, until their stream has a `PredictionVoided`. ' +
        'Usually empty; after a crash, rows remain for up to a minute.',
      columns: { user_id, fixture_id },
      key: ['user_id', 'fixture_id'],
    }),
  },
  { predictions, erased },
)
