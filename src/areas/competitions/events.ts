import { byAdministrator, byCall, byGame, type EventsOf, event, purgeable } from '../../kernel/declared-events.ts'
import type { IdKind } from '../../kernel/ids.ts'

export const competitionIds: IdKind = { name: 'competition', views: ['competitions'] }

/** Names of this area's streams. They are for ever. The game's own have a natural key, which makes them once. */
export const ownCompetitionStream = (season: string, key: string): string => `competition-${season}-${key}`

/** A competition made by an administrator. */
export const competitionStream = (id: number): string => `competition-${id}`

const ofCompetition = { names: { id: 'competitionId' } }

export type CompetitionKind = 'weekly' | 'monthly' | 'seasonal' | 'cup' | 'knockout'

/** By kickoff (ISO, `to` exclusive), or by gameweeks (both inclusive). */
export type CompetitionWindow =
  | { readonly by: 'kickoff'; readonly from: string; readonly to: string }
  | { readonly by: 'gameweek'; readonly from: number; readonly to: number }

/** Match points of a player in a round, as they stood when it was decided. */
export interface RoundScore {
  readonly userId: number
  readonly points: number
  readonly exactScores: number
}

/**
 * What the game decides by itself carries `asOf`: how many facts of its season (events of fixtures and gameweeks) were known. A
 * decision on fewer facts than the latest is none, so that a reactor that begins anew, e.g. after its database was lost, changes nothing.
 *
 * Stream `competition-{season}-weekly-12`, `…-monthly-2025-08`, `…-seasonal`, `…-cup`, `…-knockout` for the game's own (the natural
 * key makes them once), `competition-{id}` for those of administrators.
 */
export const competitionEvents = purgeable(['CompetitionCreated'], {
  CompetitionCreated: event<{
    competitionId: number
    season: string
    kind: CompetitionKind
    name: string
    description: string | null
    window: CompetitionWindow
    startDate: string
    endDate: string
    prizePool: number
    maxParticipants: number | null
  }>({ test: byAdministrator }),
  /** The calendar moved, or the draw of a cup showed how many rounds it takes. */
  CompetitionMoved: event<{
    competitionId: number
    asOf: number
    window: CompetitionWindow
    startDate: string
    endDate: string
  }>({ test: byGame }),
  CompetitionJoined: event<{ competitionId: number; userId: number }>({
    test: byCall('POST /api/competitions/:id/join', ofCompetition),
  }),
  CompetitionLeft: event<{ competitionId: number; userId: number; how: 'deleted' }>({
    test: byGame,
  }),
  /** `pairs` in the order of the draw; `away` null: a bye. The draw follows from `seed` alone. The same round again replaces it. */
  CupRoundDrawn: event<{
    competitionId: number
    asOf: number
    round: number
    gameweek: number
    seed: number
    pairs: { home: number; away: number | null }[]
  }>({ test: byGame }),
  /** `winners` in the order of the pairs. The same round again: a result was corrected before the next round had begun. */
  CupRoundDecided: event<{
    competitionId: number
    asOf: number
    round: number
    scores: RoundScore[]
    winners: number[]
  }>({ test: byGame }),
  /** `players` from the best to the last. The same round again replaces it. */
  KnockoutRoundDecided: event<{
    competitionId: number
    asOf: number
    round: number
    gameweek: number
    players: RoundScore[]
    out: number[]
  }>({ test: byGame }),
  /** `places`: the first three at the end. */
  CompetitionEnded: event<{
    competitionId: number
    asOf: number
    places: { userId: number; place: number; points: number }[]
  }>({ test: byGame }),
  /**
   * Booked into the points ledger; a correction after the end is a further booking of the difference. `place`: the one it
   * is paid for from now on; null: none any more.
   */
  PrizeBooked: event<{
    competitionId: number
    asOf: number
    userId: number
    season: string
    points: number
    place: number | null
    reason: string
  }>({ test: byGame }),
})
export type CompetitionEvent = EventsOf<typeof competitionEvents>
