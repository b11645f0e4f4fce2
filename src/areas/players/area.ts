import { ContainerModule } from 'inversify'
import { identifier, PARTS, TYPES } from '../../identifiers.ts'
import { ACHIEVEMENTS } from '../achievements/area.ts'
import type { Area } from '../area.ts'
import { scoreQuery } from '../boards/score.ts'
import { FIXTURES } from '../fixtures/area.ts'
import { createLeagueRanks } from '../leagues/league-ranks.ts'
import { PREVIEWS } from '../previews/area.ts'
import { createDuelPage, type DuelKey } from './duel-page.ts'
import { playerRoutes } from './routes.ts'

const DUEL_KEY = identifier<DuelKey>('DuelKey')

/** Player pages: the profile, record and revealed predictions of another player, and duels of two. */
export const players: Area = {
  name: 'players',
  module: new ContainerModule(({ bind }) => {
    bind(DUEL_KEY).toResolvedValue(
      (personal) => (playerId, opponentId) => personal.hmac('duel', `${playerId}/${opponentId}`),
      [TYPES.PersonalData],
    )
    bind(PARTS.Routes).toResolvedValue(
      ({ db }, catalogue, seasons, fixtures, duelKey) =>
        playerRoutes({
          ...{ db, catalogue, seasons, duelKey },
          scoreIn: scoreQuery,
          rankingsIn: createLeagueRanks({ db }).rankings,
          fixturesOf: fixtures.byIds,
        }),
      [TYPES.Database, ACHIEVEMENTS.Catalogue, FIXTURES.Seasons, FIXTURES.FixtureCache, DUEL_KEY],
    )
    bind(PARTS.HeadedPage).toResolvedValue(
      ({ db }, seasons, duelKey, drawCard) => createDuelPage({ db, seasons, scoreIn: scoreQuery, duelKey, drawCard }),
      [TYPES.Database, FIXTURES.Seasons, DUEL_KEY, PREVIEWS.DrawCard],
    )
  }),
}
