import { type RawBuilder, sql } from 'kysely'
import type { LeagueScoring } from '../../contracts/league-scoring.ts'
import { type PersonRow, personColumns } from '../../slice/person.ts'
import { hasJoker, scoringJson } from '../league-rules/queries.ts'
import { MATES_PER_LEAGUE, matesIn } from '../leagues/queries.ts'
import type { RevealedPick } from '../players/contract.ts'
import { isRevealedAt, pickJson } from '../predictions/queries.ts'
import type { PickCount } from './contract.ts'

/**
 * Number of players, and of predictions of a match that were first made before a time (ISO 8601), as a query: the same on all nodes,
 * at any moment.
 */
export const predictionCount = (
  fixtureId: number,
  before: string,
): RawBuilder<{ readonly predictions: number; readonly players: number }> => sql`
    select count(*)::int as predictions, (select count(*)::int from read.people where username is not null) as players
    from read.predictions p where p.fixture_id = ${fixtureId}::bigint and p.created_at < ${before}::timestamptz`

/** The same by league, as a query. Leagues without a prediction are missing. */
export const leagueCountRows = (
  fixtureId: number,
  before: string,
  leagueIds: readonly number[],
): RawBuilder<{ readonly league_id: number; readonly n: number }> => sql`
    select m.league_id, count(*)::int as n from read.league_members m
    join read.predictions p on p.fixture_id = ${fixtureId}::bigint and p.user_id = m.user_id
    where m.league_id = any(${[...leagueIds]}::int[]) and p.created_at < ${before}::timestamptz
    group by m.league_id`

/**
 * Every pick of a match with its number of players, as a query. Matches with a result have stored counts; those of the
 * others are counted. No rows before the cutoff.
 */
export const crowdRows = (fixtureId: number, at: string): RawBuilder<PickCount> => sql`
    with f as materialized (
      select f.id, f.result is not null as is_counted from read.fixtures f where f.id = ${fixtureId}::bigint and ${isRevealedAt(at)}
    ), counts as (
      select c.result, c.home_score, c.away_score, c.picks from read.pick_counts c
      where c.fixture_id = (select id from f where is_counted)
      union all
      select p.result, p.home_score, p.away_score, count(*)::int from read.predictions p
      where p.fixture_id = (select id from f where not is_counted) group by p.result, p.home_score, p.away_score
    )
    select result, home_score as home, away_score as away, picks from counts
    order by picks desc, result, home, away`

/** A member of a league; the pick is null without a prediction. */
export interface MateRow extends PersonRow {
  readonly id: number
  readonly pick: RevealedPick | null
  /** Scoring of the league for this match; null: that of the whole game, or no league. */
  readonly scoring: LeagueScoring | null
  /** The pick is doubled in the league. */
  readonly joker: boolean
}

/**
 * Members of the reader’s leagues, or of one of them, with their picks of a match, as a query. No rows before the cutoff, and none for
 * a league of others.
 */
export const mateRows = (
  fixtureId: number,
  reader: number,
  leagueId: number | null,
  at: string,
): RawBuilder<MateRow> => sql`
    with f as materialized (
      select f.* from read.fixtures f where f.id = ${fixtureId}::bigint and ${isRevealedAt(at)}
    ), mates as materialized (
      select distinct m.user_id from read.league_members me
      join read.leagues l on l.id = me.league_id and l.status = 'active'
      cross join lateral (${matesIn(sql`l.id`)}) m
      where me.user_id = ${reader}::int and (${leagueId}::bigint is null or l.id = ${leagueId}::bigint)
      order by m.user_id limit ${sql.lit(MATES_PER_LEAGUE)}
    )
    select m.user_id as id, ${personColumns('u')}, ${pickJson('p')} as pick,
      ${leagueId === null ? sql`null::json` : scoringJson(leagueId)} as scoring, ${leagueId === null ? sql`false` : hasJoker(leagueId)} as joker
    from f cross join mates m
    left join read.people u on u.id = m.user_id
    -- Each by its key: for many members, PostgreSQL would scan all picks of the match.
    left join lateral (
      select * from read.predictions t where t.fixture_id = f.id and t.user_id = m.user_id limit 1
    ) p on true
    order by m.user_id`
