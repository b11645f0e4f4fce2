import { type RawBuilder, sql } from 'kysely'
import type { ReadDb } from '../../slice/read-models.ts'
import type { Fixture } from '../fixtures/contract.ts'
import { commonLeagues } from '../leagues/queries.ts'
import { isRevealedAt, pickJson } from '../predictions/queries.ts'
import type { PlayerPredictions, RevealedPick } from './contract.ts'
import type { PlayerQuery } from './queries.ts'

/** Without `gameweek`, the gameweek of the match whose cutoff passed last. */
interface RevealedPicksQuery extends PlayerQuery {
  readonly gameweek: number | undefined
  /** The present time, ISO 8601. Cutoffs at or before it have passed. */
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
  /** Fixtures of the gameweek whose cutoff has not passed. */
  readonly sealed: readonly number[]
}

/** A query of the season's matches whose cutoff has passed. */
export const closedFixtures = ({ season, at }: Pick<RevealedPicksQuery, 'season' | 'at'>) => sql`
      select f.id, f.gameweek, f.cutoff from read.fixtures f
      where f.season = ${season} and ${isRevealedAt(at)}`

/** A query of the chosen gameweek; without one, of the match in `closed` whose cutoff passed last. */
export const targetGameweek = (gameweek: number | undefined) => sql`
      select coalesce(${gameweek ?? null}::int,
        (select c.gameweek::int from closed c order by c.cutoff desc nulls last, c.id desc limit 1)) as gameweek`

/**
 * Statement of `revealedPicks`. It selects matches by their cutoffs first, so a sealed pick is never read. Administrators have no wider
 * access than other readers. No row: the player is unknown or deleted.
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
    ), closed as materialized (${closedFixtures({ season, at })}), target as materialized (${targetGameweek(gameweek)})
    select u.is_near as "all", target.gameweek, (select max(gameweek)::int from closed) as last, (
      select coalesce(json_agg(json_build_object('fixture', c.id, 'theirs', ${pickJson('t')}, 'yours', ${pickJson('y')})), '[]')
      from closed c
      left join read.predictions t on t.fixture_id = c.id and t.user_id = u.id and (u.is_near or exists (
        select from read.shares s join read.share_picks x on x.share_id = s.id
        where s.user_id = u.id and s.is_public and x.prediction_id = t.id))
      left join read.predictions y on y.fixture_id = c.id and y.user_id = ${readerId}::int
      where c.gameweek = target.gameweek and (u.is_near or t.id is not null)
    ) as picks, (
      select coalesce(json_agg(f.id), '[]') from read.fixtures f
      where f.season = ${season} and f.gameweek = target.gameweek and not exists (select from closed c where c.id = f.id)
    ) as sealed
    from person u cross join target`

/** Returns fixtures by id, with their state at `at` (ISO 8601). */
export type FixturesOf = (ids: readonly number[], at: string) => Promise<ReadonlyMap<number, Fixture>>

/** Returns the player's picks of a gameweek that the reader may see (docs/rules.md R152, R153); null: unknown or deleted player. */
export async function revealedPicks(
  db: ReadDb,
  query: RevealedPicksQuery,
  fixturesOf: FixturesOf,
): Promise<PlayerPredictions | null> {
  const { rows } = await revealedRow(query).execute(db)
  const row = rows[0]
  if (row === undefined) return null
  const picks = new Map(row.picks.map((pick) => [pick.fixture, pick]))
  const sealed = new Set(row.sealed)
  const found = await fixturesOf([...picks.keys(), ...sealed], query.at)
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

/** Sorts matches without a date last. */
const LAST = '9999'
export const byKickoff = (a: Fixture, b: Fixture): number =>
  (a.kickoffTime ?? LAST).localeCompare(b.kickoffTime ?? LAST) || a.id - b.id
