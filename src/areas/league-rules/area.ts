import { ContainerModule } from 'inversify'
import { PARTS, TYPES } from '../../identifiers.ts'
import type { Area } from '../area.ts'
import { FIXTURES } from '../fixtures/area.ts'
import { LEAGUES } from '../leagues/area.ts'
import { createJokers, quotas } from './commands.ts'
import { jokerEvents, jokerStream } from './events.ts'
import { jokerRoutes } from './routes.ts'
import { leagueRuleTables } from './tables.ts'

/** Scoring by the rules of a league, and jokers. They are projected with the leagues, in one group. */
export const leagueRules: Area = {
  name: 'league-rules',
  events: jokerEvents,
  module: new ContainerModule(({ bind }) => {
    bind(PARTS.Routes).toResolvedValue(
      ({ db }, handler, leagues, seasons) =>
        jokerRoutes({ db, jokers: createJokers({ db, handler, leagues }), seasons }),
      [TYPES.Database, TYPES.Handler, LEAGUES.Leagues, FIXTURES.Seasons],
    )
  }),
  readModel: leagueRuleTables,
  quotas,
  personalStreams: [
    {
      of: 'league_jokers',
      by: 'user_id',
      stream: ({ league_id, user_id, season, gameweek }) =>
        jokerStream({ leagueId: league_id, userId: user_id, season, gameweek }),
    },
  ],
}
