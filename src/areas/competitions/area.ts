import { ContainerModule } from 'inversify'
import { competitionsGroup } from '../../../projections/competitions/projector.ts'
import { identifier, PARTS, TYPES } from '../../identifiers.ts'
import { EventLogUnavailable } from '../../kernel/event-log.ts'
import { isDeletedAccount } from '../accounts/queries.ts'
import type { Area } from '../area.ts'
import { FIXTURES } from '../fixtures/area.ts'
import { type Competitions, createCompetitions, quotas } from './commands.ts'
import { competitionEvents, competitionIds } from './events.ts'
import { competitionNotifications } from './notifications.ts'
import { createPoints } from './points.ts'
import { COMPETITION_REACTOR, createCompetitionReactor } from './reactor.ts'
import { competitionRoutes } from './routes.ts'
import { competitionTables } from './tables.ts'

export const COMPETITIONS = { Competitions: identifier<Competitions>('Competitions') } as const

/** Longest wait for the projection `people`, in milliseconds. After it the event is retried. */
const CAUGHT_UP_MS = 5_000

const module = new ContainerModule(({ bind }) => {
  bind(COMPETITIONS.Competitions).toResolvedValue(
    ({ db }, handler, ids, log) => createCompetitions({ db, handler, ids, log }),
    [TYPES.Database, TYPES.Handler, TYPES.Ids, TYPES.Log],
  )
  bind(PARTS.Routes).toResolvedValue(
    ({ db }, competitions, seasons, { passed }) => competitionRoutes({ db, competitions, seasons, passed }),
    [TYPES.Database, COMPETITIONS.Competitions, FIXTURES.Seasons, TYPES.Engine],
  )
  bind(PARTS.Reactor).toResolvedValue(
    ({ db }, handler, ids, { passed, reached }) =>
      createCompetitionReactor({
        handler,
        ids,
        points: createPoints({ db, passed }),
        async isDeleted(userId, at) {
          if (await reached('people', at, CAUGHT_UP_MS)) return isDeletedAccount(db, userId)
          throw new EventLogUnavailable('the read model of people is behind')
        },
      }),
    [TYPES.Database, TYPES.Handler, TYPES.Ids, TYPES.Progress],
  )
  bind(PARTS.BookingReactors).toConstantValue(COMPETITION_REACTOR)
})

/** Competitions of the game and of administrators, with their rounds and prizes. */
export const competitions: Area = {
  name: 'competitions',
  events: competitionEvents,
  module,
  groups: () => [competitionsGroup],
  readModel: competitionTables,
  quotas,
  ids: [competitionIds],
  notifications: competitionNotifications,
}
