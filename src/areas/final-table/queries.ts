import { type RawBuilder, sql } from 'kysely'
import type { Places } from '../../contracts/final-table.ts'
import { type NamedRow, personColumns, personNamed, personOf } from '../../slice/person.ts'
import { anyOf, type ReadDb } from '../../slice/read-models.ts'
import type { Team } from '../fixtures/contract.ts'
import { tableQuery, teamJson } from '../fixtures/queries.ts'
import { leagueMates } from '../leagues/queries.ts'
import { type PlacesAfter, placesAfterGameweeks, type SeasonTables } from './in-place-since.ts'
import { scoredTables } from './scoring.ts'

interface FirstCutoff {
  readonly fixture_id: number
  /** null: no dates yet. */
  readonly at: string | null
}

/**
 * The first cutoff of a season, as a query. A simulated result before its cutoff counts as one. Another one does not, since an
 * administrator can lift it, and predictions would change after they were shown.
 */
export const firstCutoffRows = (season: string): RawBuilder<FirstCutoff> => sql`
    select f.id as fixture_id, least(f.cutoff, f.started_at, s.settled_at) as at
    from read.fixtures f
    left join lateral (
      select f.settled_at where exists (select from read.simulated_results r where r.fixture_id = f.id)
    ) s on true
    where f.season = ${season}
    order by at nulls last, f.id limit 1`

/** The first cutoff of a season; null without fixtures. */
export async function firstCutoffOf(db: ReadDb, season: string): Promise<FirstCutoff | null> {
  const { rows } = await firstCutoffRows(season).execute(db)
  return rows[0] ?? null
}

/** The parts of a season that its final tables depend on. */
interface SeasonRow {
  readonly closes_at: string | null
  /** Every gameweek has settled. */
  readonly is_complete: boolean
  /** Number of predictions. */
  readonly total: number
  /** In the order of the league table. */
  readonly clubs: readonly { readonly team: Team; readonly position: number; readonly played: number }[]
}

/** A season with its first cutoff and league table, as a query. No row: it has no fixtures. */
export const seasonRow = (season: string): RawBuilder<SeasonRow> => sql`
    select f.at as closes_at, not exists (
        select from read.fixtures o where o.season = ${season} and not exists (
          select from read.settled_gameweeks g where g.season = o.season and g.gameweek = o.gameweek)
      ) as is_complete,
      (select count(*)::int from read.final_tables where season = ${season}) as total,
      (select json_agg(json_build_object('team', ${teamJson('t')}, 'position', t.position, 'played', t.played) order by t.position, t.name)
        from (${tableQuery(season)}) t) as clubs
    from (${firstCutoffRows(season)}) f`

export async function seasonOf(db: ReadDb, season: string): Promise<SeasonRow | null> {
  const { rows } = await seasonRow(season).execute(db)
  return rows[0] ?? null
}

interface TablesRow extends SeasonTables {
  readonly settled: number[]
}

/** Matches, deductions and settled gameweeks of a season, as a query of one row. */
export const seasonTablesRow = (season: string): RawBuilder<TablesRow> => sql`
    select (
        select coalesce(json_agg(json_build_object('gameweek', f.gameweek, 'home', f.home_team_id, 'away', f.away_team_id,
          'result', f.result, 'homeScore', f.home_score, 'awayScore', f.away_score)), '[]')
        from read.fixtures f where f.season = ${season}
      ) as matches,
      (
        select coalesce(json_agg(json_build_object('club', d.team_id, 'points', d.points)), '[]')
        from read.deductions d where d.season = ${season}
      ) as deductions,
      array(select g.gameweek from read.settled_gameweeks g where g.season = ${season} order by g.gameweek)::int[] as settled`

/** The tables of a season after each settled gameweek. */
export async function placesAfterOf(db: ReadDb, season: string): Promise<readonly PlacesAfter[]> {
  const { rows } = await seasonTablesRow(season).execute(db)
  return placesAfterGameweeks(rows[0]!)
}

/** The prediction of one player; undefined: none. */
export const tableOf = (db: ReadDb, season: string, userId: number) =>
  db
    .selectFrom('read.final_tables')
    .select(['club_ids', 'updated_at'])
    .where('season', '=', season)
    .where('user_id', '=', userId)
    .executeTakeFirst()

interface Favourite {
  readonly clubId: number
  readonly percent: number
}

interface BoardRow {
  /** User id, points and exact places, in the order of the board. */
  readonly scores: readonly (readonly [userId: number, points: number, spotOn: number])[]
  readonly champion: Favourite | null
  readonly bottom: Favourite | null
}

const favourite = (season: string, clubId: RawBuilder<unknown>) => sql`(
  select json_build_object('clubId', club_id, 'percent', round(100.0 * n / sum(n) over ())::int)
  from (select ${clubId} as club_id, count(*) as n from read.final_tables t where t.season = ${season} group by 1) c
  order by n desc, club_id limit 1)`

/** All scores and the favourites of a season, as a query of one row. */
export const scoredBoard = (season: string, places: ReadonlyMap<number, Places>): RawBuilder<BoardRow> => sql`
    select coalesce(
        json_agg(json_build_array(s.user_id, s.points, s.spot_on) order by s.points desc, s.spot_on desc, s.user_id), '[]'
      ) as scores,
      ${favourite(season, sql`t.club_ids[1]`)} as champion,
      ${favourite(season, sql`t.club_ids[cardinality(t.club_ids)]`)} as bottom
    from (${scoredTables(season, places)}) s`

export async function boardOf(db: ReadDb, season: string, places: ReadonlyMap<number, Places>): Promise<BoardRow> {
  const { rows } = await scoredBoard(season, places).execute(db)
  return rows[0]!
}

/** Present names and pictures by user id. */
export async function peopleOf(db: ReadDb, ids: readonly number[]): Promise<ReadonlyMap<number, NamedRow>> {
  const rows = await db
    .selectFrom('read.people')
    .select(['id as user_id', 'username', 'display_name', 'profile_image'])
    .where('id', '=', anyOf(ids))
    .execute()
  return new Map(rows.map((row) => [row.user_id, row]))
}

/** The present username of a player. */
export async function usernameOf(db: ReadDb, userId: number): Promise<string> {
  const person = (await peopleOf(db, [userId])).get(userId)
  return (person ? personOf(person) : personNamed(null)).username
}

interface MateRow extends NamedRow {
  readonly club_ids: number[]
}

/** Predictions of league mates, as a query. */
export const mateTableRows = (season: string, readerId: number): RawBuilder<MateRow> => sql`
    select t.user_id, t.club_ids, ${personColumns('p')}
    from (${leagueMates(readerId)}) m
    join read.final_tables t on t.season = ${season} and t.user_id = m.user_id
    join read.people p on p.id = t.user_id and p.username is not null`
