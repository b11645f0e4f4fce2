import type { Event } from '../kernel/event.ts'

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
export type CompetitionEvent =
  | Event<
      'CompetitionCreated',
      {
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
      }
    >
  /** The calendar moved, or the draw of a cup showed how many rounds it takes. */
  | Event<
      'CompetitionMoved',
      { competitionId: number; asOf: number; window: CompetitionWindow; startDate: string; endDate: string }
    >
  | Event<'CompetitionJoined', { competitionId: number; userId: number }>
  | Event<'CompetitionLeft', { competitionId: number; userId: number; how: 'deleted' }>
  /** `pairs` in the order of the draw; `away` null: a bye. The draw follows from `seed` alone. The same round again replaces it. */
  | Event<
      'CupRoundDrawn',
      {
        competitionId: number
        asOf: number
        round: number
        gameweek: number
        seed: number
        pairs: { home: number; away: number | null }[]
      }
    >
  /** `winners` in the order of the pairs. The same round again: a result was corrected before the next round had begun. */
  | Event<
      'CupRoundDecided',
      { competitionId: number; asOf: number; round: number; scores: RoundScore[]; winners: number[] }
    >
  /** `players` from the best to the last. The same round again replaces it. */
  | Event<
      'KnockoutRoundDecided',
      { competitionId: number; asOf: number; round: number; gameweek: number; players: RoundScore[]; out: number[] }
    >
  /** `places`: the first three at the end. */
  | Event<
      'CompetitionEnded',
      { competitionId: number; asOf: number; places: { userId: number; place: number; points: number }[] }
    >
  /**
   * Booked into the points ledger; a correction after the end is a further booking of the difference. `place`: the one it
   * is paid for from now on; null: none any more.
   */
  | Event<
      'PrizeBooked',
      {
        competitionId: number
        asOf: number
        userId: number
        season: string
        points: number
        place: number | null
        reason: string
      }
    >
