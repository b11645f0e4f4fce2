import { ContainerModule } from 'inversify'
import { leaguesGroup } from '../../projections/leagues/group.ts'
import { lastMessageAt } from '../chat/queries.ts'
import { identifier, PARTS, TYPES } from '../identifiers.ts'
import { allowances } from '../leagues/allowances.ts'
import { leagueColumns } from '../leagues/columns.ts'
import { createLeagues, type Leagues } from '../leagues/commands.ts'
import { leagueIds } from '../leagues/ids.ts'
import { createJoinGuard, type JoinGuard } from '../leagues/join-guard.ts'
import { leagueLetters } from '../leagues/letters.ts'
import { joinCodes } from '../leagues/migrations/050-join-codes.ts'
import { rightJoinCodes } from '../leagues/migrations/051-right-join-codes.ts'
import { joinCodeUsers } from '../leagues/migrations/052-join-code-users.ts'
import { leagueNaming } from '../leagues/naming.ts'
import { createLeagueReactor } from '../leagues/reactor.ts'
import { leagueRows } from '../leagues/read-model.ts'
import { leagueRoutes } from '../leagues/routes.ts'
import type { Area } from './area.ts'
import { FIXTURES } from './fixtures.ts'

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

/** Leagues and who is in them. */
export const leagues: Area = {
  name: 'leagues',
  naming: leagueNaming,
  module,
  groups: () => [leaguesGroup],
  rows: leagueRows,
  columns: leagueColumns,
  allowances,
  ids: [leagueIds],
  letters: leagueLetters,
  person: [
    {
      view: 'leagues',
      by: ['admin_id'],
      keeps: {
        creator_id: 'who founded it belongs to the league',
        admin_id: 'the last administrator of a league that has closed',
      },
      given: ({ join_code: _, ...row }) => row,
    },
    { view: 'league_members', by: ['user_id'] },
    { view: 'league_members_to_leave', by: ['user_id'] },
  ],
  personTables: [
    { table: 'app.join_code_attempts', shown: ['wrong', 'since'] },
    { table: 'app.right_join_codes', shown: ['at'] },
  ],
  migrations: [joinCodes, rightJoinCodes, joinCodeUsers],
}
