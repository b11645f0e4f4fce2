import { ContainerModule } from 'inversify'
import { leaguesGroup } from '../../../projections/leagues/projector.ts'
import { identifier, PARTS, TYPES } from '../../identifiers.ts'
import type { Area } from '../area.ts'
import { lastMessageAt } from '../chat/queries.ts'
import { FIXTURES } from '../fixtures/area.ts'
import { leagueAppTables } from './app-tables.ts'
import { createLeagues, type Leagues, quotas } from './commands.ts'
import { leagueEvents, leagueIds } from './events.ts'
import { createJoinGuard, type JoinGuard } from './join-guard.ts'
import { leagueNotifications } from './notifications.ts'
import { createLeagueReactor } from './reactor.ts'
import { leagueRoutes } from './routes.ts'
import { leagueTables } from './tables.ts'

const JOIN_GUARD = identifier<JoinGuard>('JoinGuard')
export const LEAGUES = { Leagues: identifier<Leagues>('Leagues') } as const

const module = new ContainerModule(({ bind }) => {
  bind(JOIN_GUARD).toResolvedValue(createJoinGuard, [TYPES.Database])
  bind(LEAGUES.Leagues).toResolvedValue(
    ({ db }, handler, ids, guard, personal) =>
      createLeagues({ db, handler, ids, guard, addressKey: (ip) => personal.hmac('join-code-address', ip) }),
    [TYPES.Database, TYPES.Handler, TYPES.Ids, JOIN_GUARD, TYPES.PersonalData],
  )
  bind(PARTS.Routes).toResolvedValue(
    ({ db }, leagues, seasons) => leagueRoutes({ db, leagues, seasons, lastMessageAt }),
    [TYPES.Database, LEAGUES.Leagues, FIXTURES.Seasons],
  )
  bind(PARTS.Reactor).toResolvedValue(
    (leagues, { passed }) => createLeagueReactor({ leagues, passed }),
    [LEAGUES.Leagues, TYPES.Progress],
  )
  bind(PARTS.Job).toResolvedValue(
    (guard) => ({ name: 'join-codes', schedule: '37 * * * *', run: (at) => guard.sweep(at) }),
    [JOIN_GUARD],
  )
})

/** Leagues and their members. */
export const leagues: Area = {
  name: 'leagues',
  events: leagueEvents,
  module,
  groups: () => [leaguesGroup],
  readModel: leagueTables,
  quotas,
  ids: [leagueIds],
  notifications: leagueNotifications,
  appTables: leagueAppTables,
}
