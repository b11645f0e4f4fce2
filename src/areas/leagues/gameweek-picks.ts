import { type RawBuilder, sql } from 'kysely'
import { type PersonRow, personColumns, personOf } from '../../slice/person.ts'
import type { ReadDb } from '../../slice/read-models.ts'
import { fixtureOf, fixtureRows, whereSeason } from '../fixtures/queries.ts'
import { hasJoker, leaguePickPoints, type PointsOf, pointsSource } from '../league-rules/queries.ts'
import { isRevealedAt, revealedFields } from '../predictions/queries.ts'
import type { LeaguePicks } from './contract.ts'

interface PicksQuery {
  readonly league: PointsOf
  readonly reader: number
  readonly season: string
  readonly gameweek: number
  readonly limit: number
  readonly offset: number
  /** The present time, ISO 8601. Cutoffs at or before it have passed. */
  readonly at: string
}

interface PicksRow extends PersonRow {
  readonly id: number
  readonly nth: number
  readonly points: number
  readonly ranking: number
  readonly picks: LeaguePicks['rows'][number]['picks']
}

/**
 * A page of members by points of the gameweek, and the reader, with their picks of matches whose cutoff has passed
 * (docs/rules.md R152). It selects the matches by their cutoffs first, so a sealed pick is never read.
 */
export const picksRows = (query: PicksQuery): RawBuilder<PicksRow> => {
  const { league, reader, season, gameweek, limit, offset, at } = query
  const source = pointsSource(league, season, { gameweek })
  return sql<PicksRow>`
    with ${source.with} closed as materialized (
      select f.id from read.fixtures f
      where f.season = ${season} and f.gameweek = ${gameweek} and ${isRevealedAt(at)}
    ), ranked as (
      select m.user_id as id, m.joined_at, coalesce(g.points, 0) as points,
        rank() over (order by coalesce(g.points, 0) desc)::int as ranking,
        row_number() over (order by coalesce(g.points, 0) desc, coalesce(g.exact, 0) desc, m.user_id)::int as nth
      from read.league_members m
      left join ${source.weeks} g on g.season = ${season} and g.gameweek = ${gameweek} and g.user_id = m.user_id
      where m.league_id = ${league.id}
    )
    select r.id, r.nth, r.points, r.ranking, ${personColumns('p')}, (
      select coalesce(json_agg(json_build_object('fixtureId', t.fixture_id, ${revealedFields('t')}
        ${league.own_rules ? sql`, 'joker', t.joker` : sql``}) order by t.fixture_id), '[]')
      from closed c join ${league.own_rules ? ruledPicks(league) : sql`read.predictions`} t on t.fixture_id = c.id and t.user_id = r.id
    ) as picks
    from ranked r left join read.people p on p.id = r.id
    where r.nth > ${offset} and r.nth <= ${offset + limit} or r.id = ${reader}
    order by r.nth`
}

/** Picks with their points in a league with rules of its own, and whether they are doubled. */
const ruledPicks = ({ id }: PointsOf) => sql`lateral (
        select p.user_id, p.fixture_id, p.result, p.home_score, p.away_score, p.verdict,
          case when p.points is not null then ${leaguePickPoints(sql`j.joker`)} end as points, j.joker
        from read.predictions p cross join lateral (select ${hasJoker(id)} as joker) j cross join (select r.joined_at) u
        where p.fixture_id = c.id and p.user_id = r.id)`

/** Revealed picks of a league’s members in a gameweek. */
export async function picksOf(db: ReadDb, query: PicksQuery): Promise<LeaguePicks> {
  const { season, gameweek, limit, offset, reader, at } = query
  const [{ rows }, fixtures] = await Promise.all([
    picksRows(query).execute(db),
    fixtureRows(db, whereSeason(season, gameweek)),
  ])
  const shown = ({ id, points, ranking, picks, ...person }: PicksRow) => ({
    ...{ id, ...personOf(person), ranking, totalPoints: points, picks },
  })
  const me = rows.find(({ id }) => id === reader)
  return {
    gameweek,
    fixtures: fixtures.map((row) => fixtureOf(row, at)),
    rows: rows.filter(({ nth }) => nth > offset && nth <= offset + limit).map(shown),
    me: me ? shown(me) : null,
  }
}
