import { type RawBuilder, sql } from 'kysely'
import type { LedgerEntry } from '../contracts/boards.ts'
import type { Outcome } from '../contracts/fixtures.ts'
import { POINTS } from '../contracts/points.ts'
import type { ReadDb } from '../slice/read-models.ts'

interface MatchRow {
  readonly id: string
  readonly points: number
  readonly season: string
  readonly fixture_id: number
  readonly at: string
  readonly home: string
  readonly away: string
  readonly home_score: number | null
  readonly away_score: number | null
  readonly awarded_result: Outcome | null
  readonly picked: Outcome
  readonly picked_home: number | null
  readonly picked_away: number | null
}

/** Every credit and debit of one player over all seasons (or one), newest first. */
export async function ledgerOf(db: ReadDb, userId: number, season?: string): Promise<LedgerEntry[]> {
  const inSeason = season === undefined ? sql`true` : sql`l.season = ${season}`
  const [matches, booked] = await Promise.all([matchEntries(db, userId, inSeason), bookedEntries(db, userId, inSeason)])
  return [...booked, ...matches].sort((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt))
}

type InSeason = RawBuilder<unknown>

/** Achievements and prizes with their corrections, each as it was booked. */
async function bookedEntries(db: ReadDb, userId: number, inSeason: InSeason): Promise<LedgerEntry[]> {
  const { rows } = await sql<LedgerEntry>`
    select l.id, l.type, l.points, l.reason, l.season, l.at as "createdAt"
    from read.ledger l where l.user_id = ${userId} and l.type <> 'match' and ${inSeason}
    order by l.at desc, l.id
  `.execute(db)
  return rows
}

async function matchEntries(db: ReadDb, userId: number, inSeason: InSeason): Promise<LedgerEntry[]> {
  const { rows } = await sql<MatchRow>`
    select l.id, l.points, l.season, l.fixture_id, l.at, h.name as home, a.name as away,
      f.home_score, f.away_score, f.awarded_result,
      p.result as picked, p.home_score as picked_home, p.away_score as picked_away
    from read.ledger l
    join read.predictions p on p.fixture_id = l.fixture_id and p.user_id = l.user_id
    join read.fixtures f on f.id = l.fixture_id
    join read.teams h on h.id = f.home_team_id
    join read.teams a on a.id = f.away_team_id
    where l.user_id = ${userId} and l.type = 'match' and ${inSeason}
    order by l.at desc, f.kickoff desc, f.id desc
  `.execute(db)
  return rows.map((row) => ({
    id: row.id,
    type: 'match',
    points: row.points,
    reason: matchReason(row),
    fixtureId: row.fixture_id,
    season: row.season,
    createdAt: row.at,
  }))
}

/** Match, result and pick in one sentence: why these points. */
export function matchReason(row: Omit<MatchRow, 'id' | 'season' | 'fixture_id' | 'at'>): string {
  const verdict = row.points === POINTS.exact ? 'exact score' : row.points > 0 ? 'correct result' : 'wrong result'
  return `${matchText(row)}: ${verdict}, you predicted ${pickText(row)}`
}

function matchText(row: Pick<MatchRow, 'home' | 'away' | 'home_score' | 'away_score' | 'awarded_result'>): string {
  if (row.awarded_result === null) return `${row.home} ${row.home_score}–${row.away_score} ${row.away}`
  const to = { home: `awarded to ${row.home}`, away: `awarded to ${row.away}`, draw: 'awarded as a draw' }
  return `${row.home} v ${row.away}, ${to[row.awarded_result]}`
}

function pickText(row: Pick<MatchRow, 'picked' | 'picked_home' | 'picked_away' | 'home' | 'away'>): string {
  if (row.picked_home !== null) return `${row.picked_home}–${row.picked_away}`
  return { home: `a win for ${row.home}`, away: `a win for ${row.away}`, draw: 'a draw' }[row.picked]
}
