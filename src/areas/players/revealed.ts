import { type RawBuilder, sql } from 'kysely'
import type { ReadDb } from '../../slice/read-models.ts'
import type { Fixture } from '../fixtures/contract.ts'
import { commonLeagues } from '../leagues/queries.ts'
import type { PlayerPredictions, RevealedPick } from './contract.ts'
import type { Seen } from './queries.ts'

/** Which picks are asked for; `gameweek` left out: that of the match whose cutoff was the last to pass. */
export interface RevealedPicksQuery extends Seen {
  readonly gameweek: number | undefined
  /** ISO 8601: cutoffs pass by the clock. */
  readonly at: string
}

interface RevealedRow {
  readonly all: boolean
  readonly gameweek: number | null
  readonly last: number | null
  readonly picks: readonly {
    readonly fixture: number
    readonly theirs: RevealedPick | null
    readonly yours: RevealedPick | null
  }[]
  /** Fixtures of the gameweek. */
  readonly sealed: readonly number[]
}

const pickJson = (alias: string) =>
  sql.raw(`case when ${alias}.id is not null then json_build_object('predictedResult', ${alias}.result,
    'predictedHomeScore', ${alias}.home_score, 'predictedAwayScore', ${alias}.away_score,
    'pointsEarned', ${alias}.points, 'verdict', ${alias}.verdict) end`)

/**
 * The revealed picks of a gameweek, as a query; no row: the player is not there. The matches are chosen first, by their cutoffs: a sealed pick
 * is never read. Administrators are readers like others.
 */
export const revealedRow = ({
  playerId,
  readerId,
  season,
  gameweek,
  at,
}: RevealedPicksQuery): RawBuilder<RevealedRow> => sql`
    with person as materialized (
      select u.id, u.id = ${readerId}::int or exists (${commonLeagues(readerId, sql`u.id`)}) as is_near
      from read.people u where u.id = ${playerId}::bigint and u.username is not null
    ), closed as materialized (
      select f.id, f.gameweek, f.cutoff from read.fixtures f
      where f.season = ${season} and (f.closed or f.cutoff <= ${at}::timestamptz)
    ), asked as materialized (
      select coalesce(${gameweek ?? null}::int,
        (select c.gameweek::int from closed c order by c.cutoff desc nulls last, c.id desc limit 1)) as gameweek
    )
    select u.is_near as "all", asked.gameweek, (select max(gameweek)::int from closed) as last, (
      select coalesce(json_agg(json_build_object('fixture', c.id, 'theirs', ${pickJson('t')}, 'yours', ${pickJson('y')})), '[]')
      from closed c
      left join read.predictions t on t.fixture_id = c.id and t.user_id = u.id and (u.is_near or exists (
        select from read.shares s join read.share_picks x on x.share_id = s.id
        where s.user_id = u.id and s.is_public and x.prediction_id = t.id))
      left join read.predictions y on y.fixture_id = c.id and y.user_id = ${readerId}::int
      where c.gameweek = asked.gameweek and (u.is_near or t.id is not null)
    ) as picks, (
      select coalesce(json_agg(f.id), '[]') from read.fixtures f
      where f.season = ${season} and f.gameweek = asked.gameweek and not exists (select from closed c where c.id = f.id)
    ) as sealed
    from person u cross join asked`

/** Some fixtures as they are at a time (ISO 8601), by id. */
export type FixturesOf = (ids: readonly number[], at: string) => Promise<ReadonlyMap<number, Fixture>>

/** What somebody has predicted in a gameweek, as far as the reader may know (docs/rules.md R152, R153); null: there is nobody. */
export async function revealedPicks(
  db: ReadDb,
  asked: RevealedPicksQuery,
  fixturesOf: FixturesOf,
): Promise<PlayerPredictions | null> {
  const { rows } = await revealedRow(asked).execute(db)
  const row = rows[0]
  if (row === undefined) return null
  const picks = new Map(row.picks.map((pick) => [pick.fixture, pick]))
  const sealed = new Set(row.sealed)
  const found = await fixturesOf([...picks.keys(), ...sealed], asked.at)
  const fixtures = [...found.values()].sort(byKickoff)
  return {
    gameweek: row.gameweek,
    lastGameweek: row.last,
    shown: row.all ? 'all' : 'shared',
    picks: fixtures.flatMap((fixture) => {
      const pick = picks.get(fixture.id)
      return pick ? [{ fixture, theirs: pick.theirs, yours: pick.yours }] : []
    }),
    sealed: fixtures.filter(({ id }) => sealed.has(id)),
  }
}

/** Those without a date last. */
const LAST = '9999'
const byKickoff = (a: Fixture, b: Fixture): number =>
  (a.kickoffTime ?? LAST).localeCompare(b.kickoffTime ?? LAST) || a.id - b.id
