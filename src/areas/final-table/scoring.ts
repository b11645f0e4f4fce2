import { type RawBuilder, sql } from 'kysely'
import { type Places, placePoints, placesOut } from '../../contracts/final-table.ts'

/** Added for each exact place; more than all points. */
const EXACT = 1_000

/**
 * Scores of all predictions of a season against places by club id: `scoreOf` in SQL. One array has the worth of each club
 * in each place, as looking it up is five times as fast as joining every club of every prediction.
 */
export function scoredTables(
  season: string,
  places: ReadonlyMap<number, Places>,
): RawBuilder<{ user_id: number; points: number; spot_on: number }> {
  const width = Math.max(...places.keys())
  const indices = Array.from({ length: places.size }, (_, index) => index)
  const worth = new Array<number>(width * places.size).fill(0)
  for (const [id, own] of places)
    for (const index of indices) {
      const out = placesOut(index + 1, own)
      worth[index * width + id - 1] = placePoints(out) + (out === 0 ? EXACT : 0)
    }
  const each = indices.map(
    (index) => sql`coalesce(w.worth[${sql.lit(index * width)} + t.club_ids[${sql.lit(index + 1)}]], 0)`,
  )
  return sql`
    select user_id, sum % ${sql.lit(EXACT)} as points, sum / ${sql.lit(EXACT)} as spot_on from (
      select t.user_id, ${sql.join(each, sql` + `)} as sum
      from read.final_tables t cross join (select ${worth}::int[] as worth) w where t.season = ${season} offset 0
    ) scored`
}
