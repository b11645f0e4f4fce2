import { sql } from 'kysely'
import type { ReadDb } from '../../slice/read-models.ts'
import { leagueProblem } from './problems.ts'
import { type SeenLeague, seenLeague } from './queries.ts'

/** A league that the reader may see, with the columns `more`. Throws 404 for any other one. */
export async function visibleLeague<Row extends SeenLeague = SeenLeague>(
  db: ReadDb,
  leagueId: number,
  reader: number,
  more = sql``,
): Promise<Row> {
  const league = await seenLeague<Row>(db, leagueId, reader, more)
  if (!league) throw leagueProblem('league-not-found')
  return league
}
