import { ContainerModule } from 'inversify'
import { leaguesGroup } from '../../../projections/leagues/projector.ts'
import { identifier, PARTS, TYPES } from '../../identifiers.ts'
import type { Area } from '../area.ts'
import { lastMessageAt } from '../chat/queries.ts'
import { FIXTURES } from '../fixtures/area.ts'
import { PREVIEWS } from '../previews/area.ts'
import { leagueAppTables } from './app-tables.ts'
import { createLeagues, type Leagues, quotas } from './commands.ts'
import { leagueEvents, leagueIds } from './events.ts'
import { createJoinGuard, type JoinGuard } from './join-guard.ts'
import { leagueNotifications } from './notifications.ts'
import { createJoinPage } from './page.ts'
import { createLeagueReactor } from './reactor.ts'
import { leagueRoutes } from './routes.ts'
import { leagueRuleNotifications } from './rules-notifications.ts'
import { createLeagueRules } from './rules-page.ts'
import { leagueRulesRoutes } from './rules-routes.ts'
import { leagueTables } from './tables.ts'

const JOIN_GUARD = identifier<JoinGuard>('JoinGuard')
export const LEAGUES = { Leagues: identifier<Leagues>('Leagues') } as const

const module = new ContainerModule(({ bind }) => {
  bind(JOIN_GUARD).toResolvedValue(createJoinGuard, [TYPES.Database])
  bind(LEAGUES.Leagues).toResolvedValue(
    ({ db }, handler, ids, guard, personal) => createLeagues({ db, handler, ids, guard, hmac: personal.hmac }),
    [TYPES.Database, TYPES.Handler, TYPES.Ids, JOIN_GUARD, TYPES.PersonalData],
  )
  bind(PARTS.Routes).toResolvedValue(
    ({ db }, leagues, seasons, { passed }) => leagueRoutes({ db, leagues, seasons, passed, lastMessageAt }),
    [TYPES.Database, LEAGUES.Leagues, FIXTURES.Seasons, TYPES.Engine],
  )
  bind(PARTS.Routes).toResolvedValue(
    ({ db }, leagues, seasons, fixtures) =>
      leagueRulesRoutes({ db, leagues, pages: createLeagueRules({ db, seasons, fixtures }) }),
    [TYPES.Database, LEAGUES.Leagues, FIXTURES.Seasons, FIXTURES.FixtureCache],
  )
  bind(PARTS.HeadedPage).toResolvedValue(
    ({ db }, leagues, drawCard) => createJoinPage({ db, leagues, drawCard }),
    [TYPES.Database, LEAGUES.Leagues, PREVIEWS.DrawCard],
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
  notifications: [leagueNotifications, leagueRuleNotifications],
  appTables: leagueAppTables,
}
