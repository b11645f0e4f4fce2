import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { LeaderboardEntry } from '../contracts/boards.ts'
import { accuracyOf } from './score.ts'

interface Row {
  readonly id: number
  readonly username: string | null
  readonly points: number
  readonly exact: number
  readonly correct: number
  readonly settled: number
  readonly predictions: number
  /** Rank at the baseline of movement. */
  readonly was: number | null
  /** Achievements unlocked; null: none. */
  readonly unlocked: number | null
}

export interface PageOf {
  readonly limit: number
  readonly offset: number
}

/** By points; within a rank by exact scores, accuracy, then registration, which user ids follow. */
const order = sql`t.points desc, t.exact desc, t.accuracy desc, t.user_id`
const numbers = sql`t.user_id as id, t.points, t.exact, t.correct, t.settled, t.predictions`

const playersAbove = (season: string, gameweek: number, points: RawBuilder<unknown>) => sql<number>`
  (select coalesce(sum(h.players), 0) from read.histograms h
   where h.season = ${season} and h.gameweek = ${gameweek} and h.points > ${points})`

/** Entries of the overall board in its order. */
export async function topOf(db: Kysely<unknown>, season: string, page: PageOf): Promise<LeaderboardEntry[]> {
  const { rows } = await sql<Row>`
    with page as (
      select t.* from read.totals t where t.season = ${season} order by ${order} limit ${page.limit} offset ${page.offset}
    )
    select ${numbers}, p.username, a.unlocked, s.rank as was
    from page t
    left join read.people p on p.id = t.user_id
    left join read.achievement_counts a on a.user_id = t.user_id
    left join read.rank_snapshots s on s.season = t.season and s.user_id = t.user_id
      and s.gameweek = (select baseline_gameweek from read.seasons where season = ${season})
    order by ${order}
  `.execute(db)
  return ranked(rows, page.offset, await firstRank(db, season, 0, rows, page.offset))
}

/** Entries of one gameweek's board: match points, predictions and accuracy of that gameweek. */
export async function gameweekBoard(
  db: Kysely<unknown>,
  season: string,
  gameweek: number,
  page: PageOf,
): Promise<LeaderboardEntry[]> {
  const { rows } = await sql<Row>`
    with page as (
      select t.* from read.gameweek_rows t where t.season = ${season} and t.gameweek = ${gameweek}
      order by ${order} limit ${page.limit} offset ${page.offset}
    )
    select ${numbers}, p.username, a.unlocked, null::int as was
    from page t left join read.people p on p.id = t.user_id left join read.achievement_counts a on a.user_id = t.user_id
    order by ${order}
  `.execute(db)
  return ranked(rows, page.offset, await firstRank(db, season, gameweek, rows, page.offset))
}

/** How many are ranked, and the reader's own row; null without a prediction: not ranked. */
export async function standingOf(
  db: Kysely<unknown>,
  season: string,
  reader: number,
): Promise<{ total: number; me: LeaderboardEntry | null }> {
  const { rows } = await sql<Partial<Row> & { total: number; rank: number }>`
    select (select coalesce(sum(h.players), 0) from read.histograms h where h.season = ${season} and h.gameweek = 0) as total,
      ${numbers}, p.username, a.unlocked, s.rank as was, 1 + ${playersAbove(season, 0, sql`t.points`)} as rank
    from (values (${reader}::int)) as reader (id)
    left join read.totals t on t.season = ${season} and t.user_id = reader.id
    left join read.people p on p.id = t.user_id
    left join read.achievement_counts a on a.user_id = t.user_id
    left join read.rank_snapshots s on s.season = t.season and s.user_id = t.user_id
      and s.gameweek = (select baseline_gameweek from read.seasons where season = ${season})
  `.execute(db)
  const row = rows[0]!
  const me = row.id == null ? null : entryOf(row as Row, row.rank)
  return { total: row.total, me }
}

/** The rank of a page's first row; the others follow from it, for the board is ordered by points. */
async function firstRank(
  db: Kysely<unknown>,
  season: string,
  gameweek: number,
  rows: readonly Row[],
  offset: number,
): Promise<number> {
  const first = rows[0]
  if (first === undefined || offset === 0) return 1
  const above = await sql<{
    above: number
  }>`select ${playersAbove(season, gameweek, sql`${first.points}`)} as above`.execute(db)
  return 1 + above.rows[0]!.above
}

/** Equal points share a rank (1, 2, 2, 4). */
function ranked(rows: readonly Row[], offset: number, first: number): LeaderboardEntry[] {
  let rank = first
  return rows.map((row, index) => {
    if (index > 0 && row.points !== rows[index - 1]!.points) rank = offset + index + 1
    return entryOf(row, rank)
  })
}

function entryOf(row: Row, rank: number): LeaderboardEntry {
  return {
    id: row.id,
    username: row.username ?? 'Deleted user',
    profileImage: null,
    ranking: rank,
    totalPoints: row.points,
    exactScores: row.exact,
    correctPredictions: row.correct,
    settledPredictions: row.settled,
    totalPredictions: row.predictions,
    accuracy: accuracyOf(row.correct, row.settled),
    movement: row.was === null ? null : row.was - rank,
    achievementCount: row.unlocked ?? 0,
  }
}
