import type { LedgerEntry } from '../../../../src/areas/boards/contract.ts'
import { groupBy } from '../../lib/groupBy.ts'

/** The ledger by season in its given order (newest first); a season's total is the sum of its entries. */
export function bySeason(all: readonly LedgerEntry[]) {
  return [...groupBy(all, ({ season }) => season)].map(([season, entries]) => ({
    season,
    total: entries.reduce((sum, { points }) => sum + points, 0),
    entries,
  }))
}

/** `+15`, `0`, `-10`, with a true minus. */
export function signed(points: number): string {
  return points > 0 ? `+${points}` : points < 0 ? `−${-points}` : '0'
}

export function seasonName(season: string): string {
  return season === 'demo' ? 'Demo season' : `Season ${season.replace('-', '–')}`
}

export const TYPE_WORDS: Readonly<Record<LedgerEntry['type'], string>> = {
  match: 'Match',
  achievement: 'Achievement',
  competition: 'Competition',
}
