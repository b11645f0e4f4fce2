import { ContainerModule } from 'inversify'
import { playGroup } from '../../../projections/play/projector.ts'
import { identifier, PARTS, TYPES } from '../../identifiers.ts'
import type { Area } from '../area.ts'
import { FIXTURES } from '../fixtures/area.ts'
import { createPredictions, type Predictions, quotas } from './commands.ts'
import { predictionEvents } from './events.ts'
import { predictionIds } from './ids.ts'
import { movedMatchNotifications } from './moved-matches.ts'
import { predictionNotifications } from './notifications.ts'
import { predictionRoutes } from './routes.ts'
import { predictionStream } from './streams.ts'
import { predictionTables } from './tables.ts'
import { createVoidPicks } from './void-picks.ts'

export const PREDICTIONS = { Predictions: identifier<Predictions>('Predictions') } as const

const module = new ContainerModule(({ bind }) => {
  bind(PREDICTIONS.Predictions).toResolvedValue(
    ({ db }, handler, log, ids, { keysOf }) => createPredictions({ db, handler, log, ids, keysOf }),
    [TYPES.Database, TYPES.Handler, TYPES.Log, TYPES.Ids, TYPES.PersonalData],
  )
  bind(PARTS.Routes).toResolvedValue(
    ({ db }, predictions, seasons, fixtures) =>
      predictionRoutes({ db, predictions, seasons, fixturesOf: fixtures.byIds }),
    [TYPES.Database, PREDICTIONS.Predictions, FIXTURES.Seasons, FIXTURES.FixtureCache],
  )
  bind(PARTS.Job).toResolvedValue(
    ({ db }, log) => ({ name: 'void-picks', schedule: '* * * * *', run: createVoidPicks(db, log) }),
    [TYPES.Database, TYPES.Log],
  )
})

/** Predictions of players, and the points, totals and counts derived from them. */
export const predictions: Area = {
  name: 'predictions',
  events: predictionEvents,
  module,
  groups: () => [playGroup],
  readModel: predictionTables,
  quotas,
  ids: [predictionIds],
  notifications: [predictionNotifications, movedMatchNotifications],
  personalStreams: [
    { of: 'predictions', by: 'user_id', stream: ({ user_id, fixture_id }) => predictionStream(user_id, fixture_id) },
  ],
}
