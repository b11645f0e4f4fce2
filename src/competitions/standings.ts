import { type Kysely, sql } from 'kysely'
import { POINTS } from '../contracts/points.ts'
import { countsIn } from './calendar.ts'
import type { CompetitionWindow } from './events.ts'

/** A participant in their place. */
export interface PlacedRow {
  readonly competition_id: number
  readonly user_id: number
  readonly username: string | null
  readonly points: number
  readonly exact: number
  /** Equal points share it. */
  readonly rank: number
  /** By points, exact scores, then the earlier joined. */
  readonly place: number
  /** Points paid; null: none. */
  readonly prize: number | null
}

export interface Counted {
  readonly id: number
  readonly season: string
  readonly window: CompetitionWindow
}

/**
 * The first (all where left out) of several competitions of one season by match points in their windows. Gameweeks that lie in
 * a window with all their results come from the rows of gameweeks, single matches of others from the predictions.
 */
export async function placedRows(
  db: Kysely<unknown>,
  season: string,
  competitions: readonly Counted[],
  first?: number,
): Promise<readonly PlacedRow[]> {
  if (competitions.length === 0) return []
  const { weeks, matches } = await partsOf(db, season, competitions)
  const { rows } = await sql<PlacedRow>`
    with week as (
      select * from unnest(${weeks.map(({ id }) => id)}::int[], ${weeks.map(({ gameweek }) => gameweek)}::smallint[])
        as t (competition_id, gameweek)
    ), single as (
      select * from unnest(${matches.map(({ id }) => id)}::int[], ${matches.map(({ fixtureId }) => fixtureId)}::int[])
        as t (competition_id, fixture_id)
    ), scored as (
      select w.competition_id, g.user_id, g.points, g.exact
      from week w
      join read.competition_participants p on p.competition_id = w.competition_id
      join read.gameweek_rows g on g.season = ${season} and g.gameweek = w.gameweek and g.user_id = p.user_id
      union all
      select s.competition_id, g.user_id, g.points, (g.points = ${sql.lit(POINTS.exact)})::int
      from single s
      join read.competition_participants p on p.competition_id = s.competition_id
      join read.predictions g on g.fixture_id = s.fixture_id and g.user_id = p.user_id
    ), total as (
      select competition_id, user_id, sum(points)::int as points, sum(exact)::int as exact
      from scored group by competition_id, user_id
    ), placed as (
      select p.competition_id, p.user_id, coalesce(t.points, 0) as points, coalesce(t.exact, 0) as exact,
        rank() over (partition by p.competition_id order by coalesce(t.points, 0) desc)::int as rank,
        row_number() over (
          partition by p.competition_id order by coalesce(t.points, 0) desc, coalesce(t.exact, 0) desc, p.number
        )::int as place
      from read.competition_participants p
      left join total t on t.competition_id = p.competition_id and t.user_id = p.user_id
      where p.competition_id = any(${competitions.map(({ id }) => id)}::int[])
    )
    select l.*, n.username, z.points as prize
    from placed l
    left join read.people n on n.id = l.user_id
    left join read.competition_prizes z on z.competition_id = l.competition_id and z.user_id = l.user_id and z.place is not null
    where ${first === undefined ? sql`true` : sql`l.place <= ${first}`}
    order by l.competition_id, l.place
  `.execute(db)
  return rows
}

interface ResultRow {
  readonly id: number
  readonly gameweek: number
  readonly kickoff: string | null
}

/** What of a season counts for each competition: whole gameweeks, and matches of gameweeks that lie in it in part. */
async function partsOf(db: Kysely<unknown>, season: string, competitions: readonly Counted[]) {
  const { rows } = await sql<ResultRow>`
    select id, gameweek, kickoff from read.fixtures where season = ${season} and result is not null
  `.execute(db)
  const results = rows.map(({ kickoff, ...row }) => ({
    ...row,
    kickoff: kickoff === null ? null : Date.parse(kickoff),
  }))
  const byGameweek = [...Map.groupBy(results, ({ gameweek }) => gameweek)]
  const weeks: { id: number; gameweek: number }[] = []
  const matches: { id: number; fixtureId: number }[] = []
  for (const { id, window } of competitions) {
    const counts = countsIn(window)
    for (const [gameweek, ofWeek] of byGameweek) {
      const inside = ofWeek.filter(counts)
      if (inside.length === ofWeek.length) weeks.push({ id, gameweek })
      else for (const match of inside) matches.push({ id, fixtureId: match.id })
    }
  }
  return { weeks, matches }
}
