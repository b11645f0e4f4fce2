import { type RawBuilder, sql } from 'kysely'
import { type PersonRow, personColumns } from '../../slice/person.ts'
import { anyOf } from '../../slice/read-models.ts'

/** Minutes for which a match that has ended stays among the live ones. */
const OVER_MINUTES = 10

/** Scores of a match under way, oldest first. */
export interface ScoresRow {
  readonly id: number
  readonly scores: readonly { readonly id: string; readonly at: string; readonly home: number; readonly away: number }[]
}

/** Matches that have started and are not over for more than ten minutes, with their scores, as a query. */
export const scoreRows = (season: string, at: string): RawBuilder<ScoresRow> => sql`
    select f.id, (
      select coalesce(json_agg(json_build_object('id', s.id, 'home', s.home_score, 'away', s.away_score,
          'at', to_char(s.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by s.revision), '[]')
      from read.score_changes s where s.fixture_id = f.id and s.at >= f.started_at
    ) as scores
    from read.fixtures f
    where f.season = ${season} and f.started_at is not null
      and (f.status = 'scheduled' or f.settled_at > ${at}::timestamptz - ${sql.lit(OVER_MINUTES)} * interval '1 minute')
    order by f.kickoff, f.id`

type Column = number[] | null

/** Totals of all players of a season, one array a column, as a query. */
export const totalsRow = (
  season: string,
): RawBuilder<Readonly<Record<'ids' | 'points' | 'matchPoints' | 'exact' | 'correct' | 'settled', Column>>> => sql`
    select array_agg(t.user_id order by t.user_id) as ids, array_agg(t.points order by t.user_id) as points,
      array_agg(t.match_points order by t.user_id) as "matchPoints", array_agg(t.exact order by t.user_id) as exact,
      array_agg(t.correct order by t.user_id) as correct, array_agg(t.settled order by t.user_id) as settled
    from read.totals t where t.season = ${season}`

/** A pick `p` as a number (`codeOf` of provisional.ts). */
const pickCode = sql.raw(
  `((case p.result when 'home' then 1 when 'draw' then 2 else 3 end) * 11 + coalesce(p.home_score + 1, 0)) * 11 + coalesce(p.away_score + 1, 0)`,
)

/** All picks of a match, one array a column, as a query. */
export const picksRow = (fixtureId: number): RawBuilder<Readonly<Record<'ids' | 'codes', Column>>> => sql`
    select array_agg(p.user_id order by p.user_id) as ids, array_agg((${pickCode})::int order by p.user_id) as codes
    from read.predictions p where p.fixture_id = ${fixtureId}::bigint`

/** Names of players, as a query. */
export const nameRows = (ids: readonly number[]): RawBuilder<PersonRow & { readonly id: number }> => sql`
    select u.id, ${personColumns('u')} from read.people u where u.id = ${anyOf(ids)}`

/** Members of a league, as a query. */
export const memberRow = (leagueId: number): RawBuilder<{ readonly ids: Column }> => sql`
    select array_agg(m.user_id order by m.user_id) as ids from read.league_members m where m.league_id = ${leagueId}::bigint`
