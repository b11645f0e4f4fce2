import { type NotNull, sql } from 'kysely'
import type { Verdict } from '../../contracts/scoring-rules.ts'
import type { ReadDb } from '../../slice/read-models.ts'
import type { Outcome } from '../fixtures/contract.ts'
import type { LedgerEntry } from './contract.ts'

/** A settled match and the pick for it. */
interface SettledPick {
  readonly points: number
  readonly home: string
  readonly away: string
  readonly home_score: number | null
  readonly away_score: number | null
  readonly awarded_result: Outcome | null
  readonly picked: Outcome
  readonly picked_home: number | null
  readonly picked_away: number | null
  readonly verdict: Verdict
}

/** Every credit and debit of one player over all seasons (or one), newest first. */
export async function ledgerOf(db: ReadDb, userId: number, season?: string): Promise<LedgerEntry[]> {
  const [matches, booked] = await Promise.all([matchEntries(db, userId, season), bookedEntries(db, userId, season)])
  return [...booked, ...matches].sort((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt))
}

const entriesOf = (db: ReadDb, userId: number, season: string | undefined) =>
  db
    .selectFrom('read.ledger as l')
    .where('l.user_id', '=', userId)
    .$if(season !== undefined, (entries) => entries.where('l.season', '=', season!))
    .orderBy('l.at', 'desc')

/** Achievements and prizes with their corrections, each as booked. */
async function bookedEntries(db: ReadDb, userId: number, season: string | undefined): Promise<LedgerEntry[]> {
  return entriesOf(db, userId, season)
    .select(['l.id', 'l.type', 'l.points', 'l.reason', 'l.season', 'l.at as createdAt'])
    .where('l.type', '<>', sql.lit('match'))
    .orderBy('l.id')
    .$narrowType<{ reason: NotNull }>()
    .execute()
}

async function matchEntries(db: ReadDb, userId: number, season: string | undefined): Promise<LedgerEntry[]> {
  const rows = await entriesOf(db, userId, season)
    .innerJoin('read.predictions as p', (on) =>
      on.onRef('p.fixture_id', '=', 'l.fixture_id').onRef('p.user_id', '=', 'l.user_id'),
    )
    .innerJoin('read.fixtures as f', 'f.id', 'l.fixture_id')
    .innerJoin('read.teams as h', 'h.id', 'f.home_team_id')
    .innerJoin('read.teams as a', 'a.id', 'f.away_team_id')
    .select(['l.id', 'l.points', 'l.season', 'p.fixture_id', 'l.at', 'h.short_name as home', 'a.short_name as away'])
    .select(['f.home_score', 'f.away_score', 'f.awarded_result'])
    .select(['p.result as picked', 'p.home_score as picked_home', 'p.away_score as picked_away', 'p.verdict'])
    .where('l.type', '=', sql.lit('match'))
    .orderBy('f.kickoff', 'desc')
    .orderBy('f.id', 'desc')
    .$narrowType<{ verdict: Verdict }>()
    .execute()
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

const VERDICTS: Readonly<Record<Verdict, string>> = {
  exact: 'exact score',
  correct: 'correct result',
  wrong: 'wrong result',
}

/** The reason for the points: match, result and pick in one sentence. */
function matchReason(row: SettledPick): string {
  return `${matchText(row)}: ${VERDICTS[row.verdict]}, you predicted ${pickText(row)}`
}

function matchText(row: Pick<SettledPick, 'home' | 'away' | 'home_score' | 'away_score' | 'awarded_result'>): string {
  if (row.awarded_result === null) return `${row.home} ${row.home_score}–${row.away_score} ${row.away}`
  const to = { home: `awarded to ${row.home}`, away: `awarded to ${row.away}`, draw: 'awarded as a draw' }
  return `${row.home} v ${row.away}, ${to[row.awarded_result]}`
}

function pickText(row: Pick<SettledPick, 'picked' | 'picked_home' | 'picked_away' | 'home' | 'away'>): string {
  if (row.picked_home !== null) return `${row.picked_home}–${row.picked_away}`
  return { home: `a win for ${row.home}`, away: `a win for ${row.away}`, draw: 'a draw' }[row.picked]
}
