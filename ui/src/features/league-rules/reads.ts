import type { Ruleset } from '../../../../src/areas/league-rules/contract.ts'
import { read } from '../../api/reads.ts'

const TOPICS = ['leagues', 'fixtures'] as const

export const reads = {
  rules: read((leagueId: number) => `/api/leagues/${leagueId}/rules`, { topics: [...TOPICS, 'clock', 'people'] }),
  /** The last settled gameweek by other rules. */
  preview: read(
    (leagueId: number, { result, goalDifference, exact, joker, lateJoiners }: Ruleset) =>
      `/api/leagues/${leagueId}/rules/preview?result=${result}&goalDifference=${goalDifference}&exact=${exact}&joker=${joker}&lateJoiners=${lateJoiners}`,
    { topics: [...TOPICS, 'leaderboard', 'people'] },
  ),
  /** The reader’s jokers of a gameweek. The clock plays them. */
  jokers: read((season: string, gameweek: number) => `/api/user/jokers?gameweek=${gameweek}&season=${season}`, {
    topics: [...TOPICS, 'clock'],
  }),
}
