import { type RawBuilder, sql } from 'kysely'
import { type PersonRow, personColumns } from '../../slice/person.ts'

/** A participant with rank and place. */
export interface PlacedRow extends PersonRow {
  readonly competition_id: number
  readonly user_id: number
  readonly points: number
  readonly exact: number
  /** Equal points share a rank. */
  readonly rank: number
  /** By points, exact scores, then the earlier joined; no two share a place. */
  readonly place: number
  /** Points paid; null: no prize. */
  readonly prize: number | null
}

/** Whether a match `f` counts in the competition `c` of its season: `countsFor` in SQL. */
export const isInside: RawBuilder<boolean> = sql`coalesce(case
  when c.first_gameweek is not null and c.last_gameweek is not null
    then f.gameweek between c.first_gameweek and c.last_gameweek
  when f.kickoff is null then c.kind = 'seasonal'
  else f.kickoff >= c.from_kickoff and f.kickoff < c.to_kickoff end, false)`

/**
 * Participants of competitions by match points in their windows, as a query; with `first`, only the top places.
 * Points of gameweeks completely inside a window come from `gameweek_rows`, other matches from the predictions.
 * `which` is a condition on `read.competitions c`.
 */
export const placedRows = (which: RawBuilder<unknown>, first?: number): RawBuilder<PlacedRow> => sql<PlacedRow>`
    with those as materialized (select * from read.competitions c where ${which}), counted as (
      select c.id as competition_id, f.id as fixture_id, f.season, f.gameweek, ${isInside} as is_inside
      from those c join read.fixtures f on f.season = c.season and f.result is not null
    ), week as materialized (
      select competition_id, season, gameweek from counted
      group by competition_id, season, gameweek having bool_and(is_inside)
    ), single as (
      select competition_id, fixture_id from counted where is_inside
      and (competition_id, gameweek) not in (select competition_id, gameweek from week)
    ), scored as (
      select w.competition_id, g.user_id, g.points, g.exact
      from week w
      join read.competition_participants p on p.competition_id = w.competition_id
      join read.gameweek_rows g on g.season = w.season and g.gameweek = w.gameweek and g.user_id = p.user_id
      union all
      select s.competition_id, p.user_id, p.points, (p.verdict = 'exact')::int
      from single s
      join read.competition_participants m on m.competition_id = s.competition_id
      join read.predictions p on p.fixture_id = s.fixture_id and p.user_id = m.user_id
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
      where p.competition_id in (select id from those)
    )
    select l.*, ${personColumns('n')}, z.points as prize
    from placed l
    left join read.people n on n.id = l.user_id
    left join read.competition_prizes z on z.competition_id = l.competition_id and z.user_id = l.user_id and z.place is not null
    where ${first === undefined ? sql`true` : sql`l.place <= ${first}`}
    order by l.competition_id, l.place`
