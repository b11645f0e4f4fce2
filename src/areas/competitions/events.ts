import { byAdministrator, byCall, byGame, type EventsOf, event, purgeable } from '../../kernel/declared-events.ts'
import type { IdKind } from '../../kernel/ids.ts'

export const competitionIds: IdKind = { name: 'competition', views: ['competitions'] }

/** Stream of one of the game’s own competitions: its key makes it unique. Stream names never change. */
export const ownCompetitionStream = (season: string, key: string): string => `competition-${season}-${key}`

/** Stream of a competition created by an administrator. */
export const competitionStream = (id: number): string => `competition-${id}`

const ofCompetition = { names: { id: 'competitionId' } }

export type CompetitionKind = 'weekly' | 'monthly' | 'seasonal' | 'cup' | 'knockout'

/** By kickoff (ISO, `to` exclusive), or by gameweeks (both inclusive). */
export type CompetitionWindow =
  | { readonly by: 'kickoff'; readonly from: string; readonly to: string }
  | { readonly by: 'gameweek'; readonly from: number; readonly to: number }

/** Match points of a player in a round when it was decided. */
export interface RoundScore {
  readonly userId: number
  readonly points: number
  readonly exactScores: number
}

/**
 * Decisions of the game carry `asOf`: the number of known facts of the season (events of fixtures and gameweeks).
 * A decision by fewer facts than the latest is ignored. So a reactor that starts again changes nothing, e.g. after
 * losing its database.
 *
 * Streams of the game’s own competitions, unique by key: `competition-{season}-weekly-12`, `…-monthly-2025-08`,
 * `…-seasonal`, `…-cup`, `…-knockout`. Streams of administrators’ competitions: `competition-{id}`.
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
  /** The calendar moved, or the draw of a cup fixed its number of rounds. */
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
  /** `pairs` in the order of the draw; `away` null: a bye. `seed` determines the draw. A repeated round replaces it. */
  CupRoundDrawn: event<{
    competitionId: number
    asOf: number
    round: number
    gameweek: number
    seed: number
    pairs: { home: number; away: number | null }[]
  }>({ test: byGame }),
  /** `winners` in the order of the pairs. A repeated round: a result was corrected before the next round began. */
  CupRoundDecided: event<{
    competitionId: number
    asOf: number
    round: number
    scores: RoundScore[]
    winners: number[]
  }>({ test: byGame }),
  /** `players` from best to last. A repeated round replaces it. */
  KnockoutRoundDecided: event<{
    competitionId: number
    asOf: number
    round: number
    gameweek: number
    players: RoundScore[]
    out: number[]
  }>({ test: byGame }),
  /** `places`: the first three when it ended. */
  CompetitionEnded: event<{
    competitionId: number
    asOf: number
    places: { userId: number; place: number; points: number }[]
  }>({ test: byGame }),
  /**
   * An entry of the points ledger. A correction after the end books the difference. `place`: the paid place from now on;
   * null: no longer a paid place.
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
