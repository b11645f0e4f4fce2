import { type Decider, reject } from '../../kernel/decider.ts'
import { hasPassedCutoff, type Openness } from '../fixtures/cutoff.ts'
import type { FinalTableEvent } from './events.ts'

export interface FinalTableCommand {
  readonly userId: number
  readonly season: string
  /** The clubs from first to last. */
  readonly clubIds: readonly number[]
  /** The clubs of the season, in any order. */
  readonly seasonClubIds: readonly number[]
  /** State of the match whose cutoff is the first of the season, by the latest revision of its stream. */
  readonly firstMatch: Openness
  /** Server time of the request, ISO 8601. */
  readonly at: string
}

export type FinalTableError = 'season-not-found' | 'final-table-closed' | 'not-the-clubs'

/** Decides about one player’s prediction of one final table (docs/rules.md R285). Repeating it changes nothing. */
export const finalTableDecider: Decider<FinalTableCommand, FinalTableEvent, readonly number[] | null, FinalTableError> =
  {
    initialState: null,

    evolve: (_state, { data }) => data.clubIds,

    decide({ userId, season, clubIds, seasonClubIds, firstMatch, at }, state) {
      if (firstMatch.status === 'none') return reject('season-not-found')
      // A simulated result may precede the cutoff.
      const isPlayed = firstMatch.status === 'finished' || firstMatch.status === 'awarded'
      if (isPlayed || hasPassedCutoff(firstMatch, at)) return reject('final-table-closed')
      const clubs = new Set(clubIds)
      const isComplete = clubs.size === clubIds.length && clubs.size === seasonClubIds.length
      if (!isComplete || !seasonClubIds.every((id) => clubs.has(id))) return reject('not-the-clubs')
      if (state?.every((id, index) => id === clubIds[index])) return []
      return [{ type: 'FinalTablePredicted', data: { userId, season, clubIds: [...clubIds] } }]
    },
  }
