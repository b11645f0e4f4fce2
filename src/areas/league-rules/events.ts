import { byCall, type EventsOf, event } from '../../kernel/declared-events.ts'

/** The gameweek of a season in which a member has one joker in a league. */
export interface JokerKey {
  readonly leagueId: number
  readonly userId: number
  readonly season: string
  readonly gameweek: number
}

/** Stream of a joker: the name makes it unique per member, league and gameweek. */
export const jokerStream = ({ leagueId, userId, season, gameweek }: JokerKey): string =>
  `joker-${leagueId}-${userId}-${season}-${gameweek}`

const ofJoker = { names: { id: 'leagueId' } }

/** Stream `joker-{league}-{user}-{season}-{gameweek}`: the match that the joker doubles. Secret until that match closes. */
export const jokerEvents = {
  JokerPlaced: event<{ leagueId: number; userId: number; season: string; gameweek: number; fixtureId: number }>({
    test: byCall('PUT /api/leagues/:id/jokers/:gameweek', ofJoker),
  }),
  JokerRemoved: event<{ leagueId: number; userId: number; season: string; gameweek: number }>({
    test: byCall('DELETE /api/leagues/:id/jokers/:gameweek', ofJoker),
  }),
}
export type JokerEvent = EventsOf<typeof jokerEvents>
