import type { LedgerEntry } from '../../../../src/contracts/boards.ts'

interface SeasonLedger {
  readonly season: string
  readonly total: number
  readonly entries: readonly LedgerEntry[]
}

/** The ledger by season, in the order it came (newest first); a season's total is the sum of its entries. */
export function bySeason(entries: readonly LedgerEntry[]): SeasonLedger[] {
  const seasons = new Map<string, LedgerEntry[]>()
  for (const entry of entries) {
    const list = seasons.get(entry.season)
    if (list) list.push(entry)
    else seasons.set(entry.season, [entry])
  }
  return [...seasons].map(([season, list]) => ({
    season,
    total: list.reduce((sum, entry) => sum + entry.points, 0),
    entries: list,
  }))
}

/** `+15`, `0`, `-10`, with a true minus. */
export function signed(points: number): string {
  return points > 0 ? `+${points}` : points < 0 ? `−${-points}` : '0'
}

export function seasonName(season: string): string {
  return season === 'demo' ? 'Demo season' : `Season ${season.replace('-', '/')}`
}

export const TYPE_WORDS: Readonly<Record<LedgerEntry['type'], string>> = {
  match: 'Match',
  achievement: 'Achievement',
  competition: 'Competition',
}
