import { ContainerModule } from 'inversify'
import { playGroup } from '../../projections/play/group.ts'
import { identifier, PARTS, TYPES } from '../identifiers.ts'
import { type Hearing, heardIn } from '../kernel/event.ts'
import { allowances } from '../predictions/allowances.ts'
import { predictionColumns } from '../predictions/columns.ts'
import { createPredictions, type Predictions } from '../predictions/commands.ts'
import type { PredictionEvent } from '../predictions/events.ts'
import { predictionIds } from '../predictions/ids.ts'
import { predictionLetters } from '../predictions/letters.ts'
import { predictionNaming } from '../predictions/naming.ts'
import { predictionRows } from '../predictions/read-model.ts'
import { predictionRoutes } from '../predictions/routes.ts'
import { predictionStream } from '../predictions/streams.ts'
import type { Area } from './area.ts'
import { FIXTURES } from './fixtures.ts'

export const PREDICTIONS = { Predictions: identifier<Predictions>('Predictions') } as const

const module = new ContainerModule(({ bind }) => {
  bind(PREDICTIONS.Predictions).toResolvedValue(
    ({ db }, handler, log, takenBack, ids) => createPredictions({ db, handler, log, takenBack, ids }),
    [TYPES.Database, TYPES.Handler, TYPES.WholeLog, TYPES.Clearings, TYPES.Ids],
  )
  bind(PARTS.Routes).toResolvedValue(
    ({ db }, predictions, seasons, kept) => predictionRoutes({ db, predictions, seasons, fixturesOf: kept.byIds }),
    [TYPES.Database, PREDICTIONS.Predictions, FIXTURES.Seasons, FIXTURES.KeptFixtures],
  )
  bind(PARTS.Job).toResolvedValue(
    (predictions) => ({ name: 'void-picks', schedule: '* * * * *', run: () => predictions.sayVoid() }),
    [PREDICTIONS.Predictions],
  )
})

const taken = {
  PredictionSubmitted: true,
  PredictionUpdated: true,
  PredictionVoided: true,
} as const satisfies Hearing<PredictionEvent>

/** What players predict, and everything that is counted from it. */
export const predictions: Area = {
  name: 'predictions',
  naming: predictionNaming,
  module,
  groups: () => [playGroup],
  rows: predictionRows,
  columns: predictionColumns,
  allowances,
  ids: [predictionIds],
  takenBack: heardIn(taken),
  letters: predictionLetters,
  person: [
    {
      view: 'predictions',
      by: ['user_id'],
      streams: ({ user_id, fixture_id }) => [predictionStream(user_id, fixture_id)],
    },
    { view: 'void_picks', by: ['user_id'] },
    { view: 'ledger', by: ['user_id'] },
    { view: 'totals', by: ['user_id'] },
    { view: 'gameweek_rows', by: ['user_id'] },
    { view: 'rank_snapshots', by: ['user_id'] },
    { view: 'settled_gameweeks', by: ['winner'] },
    { view: 'leaderboard', by: ['user_id'] },
    { view: 'streaks', by: ['user_id'] },
  ],
}
