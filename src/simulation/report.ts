import { type RawBuilder, sql } from 'kysely'
import type { Verification } from '../../projections/engine/verify.ts'
import { leagueTable } from '../areas/fixtures/table.ts'
import type { ReadDb } from '../slice/read-models.ts'

/**
 * Returns lines for the terminal: the final table, the sums of ledger and boards, and the results of `verify`. `sound`: ledger and boards
 * agree, and a rebuild results in the same tables.
 */
export async function reportOn(db: ReadDb, season: string, verifications: readonly Verification[]) {
  const table = await leagueTable(db, season)
  const sums = await sumsOf(db, season)
  const different = verifications.flatMap(({ name, tables }) =>
    tables
      .filter(({ differences }) => differences > 0)
      .map(({ table, differences }) => `${name}.${table}: ${differences}`),
  )
  const rows = verifications.flatMap(({ tables }) => tables).reduce((sum, each) => sum + each.rows, 0)
  const agree = sums.ledger === sums.totals && sums.matches === sums.gameweeks
  return {
    sound: agree && different.length === 0,
    lines: [
      `Final table of ${season}`,
      ...table.map(
        ({ position, name, played, won, drawn, lost, goalsFor, goalsAgainst, points, deducted }) =>
          `${pad(position, 3)} ${name.padEnd(28)}${pad(played, 4)}${pad(won, 4)}${pad(drawn, 4)}${pad(lost, 4)}` +
          `${pad(`${goalsFor}:${goalsAgainst}`, 8)}${pad(points, 5)}${deducted > 0 ? ` (-${deducted})` : ''}`,
      ),
      `Players ${sums.players}, predictions ${sums.predictions}, settled gameweeks ${sums.settled}`,
      `Points: ledger ${sums.ledger}, boards ${sums.totals}, gameweek boards ${sums.gameweeks}: ${agree ? 'equal' : 'DIFFERENT'}`,
      different.length === 0
        ? `Verify: ${rows} rows rebuilt from the log, no difference`
        : `Verify: DIFFERENT rows in ${different.join(', ')}`,
    ],
  }
}

const pad = (value: number | string, width: number): string => String(value).padStart(width)

interface Sums {
  readonly ledger: number
  /** Points of matches in the ledger; gameweek boards contain only these. */
  readonly matches: number
  readonly totals: number
  readonly gameweeks: number
  readonly players: number
  readonly predictions: number
  readonly settled: number
}

/** Query for the sums of a season; returns one row. */
export const sumRows = (season: string): RawBuilder<Sums> => sql`
    select
      (select coalesce(sum(points), 0)::bigint from read.ledger where season = ${season}) as ledger,
      (select coalesce(sum(points), 0)::bigint from read.ledger where season = ${season} and type = 'match') as matches,
      (select coalesce(sum(points), 0)::bigint from read.totals where season = ${season}) as totals,
      (select coalesce(sum(points), 0)::bigint from read.gameweek_rows where season = ${season}) as gameweeks,
      (select count(*) from read.totals where season = ${season}) as players,
      (select count(*) from read.predictions where season = ${season}) as predictions,
      (select count(*) from read.settled_gameweeks where season = ${season}) as settled`

async function sumsOf(db: ReadDb, season: string): Promise<Sums> {
  const { rows } = await sumRows(season).execute(db)
  return rows[0]!
}
