import { type RawBuilder, sql } from 'kysely'
import { type PersonRow, personColumns, personOf } from '../../slice/person.ts'
import type { ReadDb } from '../../slice/read-models.ts'
import type { RankHistory } from '../boards/contract.ts'
import { type PointsOf, pointsSource } from '../league-rules/queries.ts'

/** Most members of a league with a history: it ranks all of them after every gameweek. */
const MOST_MEMBERS = 200
/** Players beside the reader. */
const OTHERS = 2

interface RanksRow extends PersonRow {
  readonly id: number
  readonly ranks: number[]
  readonly gameweeks: number[]
}

/**
 * Ranks by match points after each settled gameweek: of the reader, and of the best others. Every present member counts
 * from the first gameweek on (docs/rules.md R31). Before a member has points, all would be first (R244).
 */
export function rankRows(league: PointsOf, season: string, reader: number): RawBuilder<RanksRow> {
  const source = pointsSource(league, season)
  return sql<RanksRow>`
    with ${source.with} sums as (
      select m.user_id, w.gameweek, sum(coalesce(g.points, 0)) over (partition by m.user_id order by w.gameweek) as points
      from read.league_members m
      cross join (select s.gameweek from read.settled_gameweeks s where s.season = ${season}) w
      left join ${source.weeks} g on g.season = ${season} and g.gameweek = w.gameweek and g.user_id = m.user_id
      where m.league_id = ${league.id}
    ), ranks as (
      select user_id, gameweek, points, (rank() over (partition by gameweek order by points desc))::int as rank,
        max(points) over (partition by gameweek) as most
      from sums
    ), players as (
      select user_id, array_agg(rank order by gameweek) as ranks, array_agg(gameweek::int order by gameweek) as gameweeks,
        max(points) as points
      from ranks where most > 0 group by user_id
    )
    select r.user_id as id, ${personColumns('p')}, r.ranks, r.gameweeks
    from players r left join read.people p on p.id = r.user_id
    order by r.user_id <> ${reader}, r.points desc, r.user_id limit ${OTHERS + 1}`
}

/** The ranks for a chart, the reader first; without players in a league of more than 200. */
export async function leagueRanks(
  db: ReadDb,
  league: PointsOf & { readonly members: number; readonly is_member: boolean },
  season: string | null,
  reader: number,
): Promise<RankHistory> {
  if (season === null || league.members > MOST_MEMBERS) return { gameweeks: [], players: [] }
  const { rows } = await rankRows(league, season, reader).execute(db)
  const shown = league.is_member ? rows : rows.slice(0, OTHERS)
  return {
    gameweeks: rows[0]?.gameweeks ?? [],
    players: shown.map((row) => ({ id: row.id, username: personOf(row).username, ranks: row.ranks })),
  }
}
