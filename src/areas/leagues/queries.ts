import { type RawBuilder, sql } from 'kysely'
import type { Page } from '../../contracts/common.ts'
import { totalOf } from '../../kernel/total.ts'
import { type PersonRow, personJson, personOf } from '../../slice/person.ts'
import { type ReadDb, type ReadModels, wide } from '../../slice/read-models.ts'
import type { League, LeagueInvitation } from './contract.ts'

/** A league in a list for a reader. */
interface ListedLeague
  extends Readonly<Omit<ReadModels['read.leagues'], 'revision' | 'teams_revision' | 'joker_changes'>> {
  readonly creator: PersonRow
  readonly is_member: boolean
}

/** A league visible to the reader, with the version of data about it. */
export interface SeenLeague extends ListedLeague {
  /** Changes with the league, its members, their names and pictures, and all points. */
  readonly version: string
}

const isMemberOf = (reader: number) => sql<boolean>`
  exists (select from read.league_members m where m.league_id = l.id and m.user_id = ${reader})`

/**
 * Version of points, members and names, from counters of the projections, for nodes of all versions. Read before the data, so that a
 * cached entry is never older than its version.
 */
const version = sql<string>`(
  select l.revision || '/' || l.teams_revision || '/' || l.joker_changes || '/' || l.members || '/' || coalesce(string_agg(g.generation || '/' || g.events, '/' order by g.generation), '')
  from engine.generations g where g.state in ('live', 'beside') and g.name in ('people', 'play')) || '/' || (
  select coalesce(max(g.generation), 0) from engine.generations g where g.state in ('live', 'beside') and g.name = 'leagues')`

const leagueQuery = <Row extends ListedLeague>(
  reader: number,
  rest: RawBuilder<unknown>,
  more = sql``,
): RawBuilder<Row> => sql<Row>`
    select l.id, l.name, l.description, l.type, l.status, l.creator_id, ${personJson('p')} as creator, l.admin_id, l.members, l.join_code,
      l.created_at, l.own_rules, ${isMemberOf(reader)} as is_member ${more}
    from read.leagues l left join read.people p on p.id = l.creator_id
    ${rest}`

/**
 * A league that the reader may see: a public one or their own; null for any other or unknown one (T38). `more`:
 * additional columns of `l`, with a leading comma.
 */
export async function seenLeague<Row extends SeenLeague = SeenLeague>(
  db: ReadDb,
  leagueId: number,
  reader: number,
  more = sql``,
): Promise<Row | null> {
  const row = await anyLeague<Row>(db, leagueId, reader, more)
  return row && (row.is_member || row.type === 'public') ? row : null
}

/** A league without a visibility check, for members by the log whom the read model may not list yet. */
export async function anyLeague<Row extends SeenLeague = SeenLeague>(
  db: ReadDb,
  leagueId: number,
  reader: number,
  more = sql``,
): Promise<Row | null> {
  const { rows } = await seenQuery<Row>(leagueId, reader, more).execute(db)
  return rows[0] ?? null
}

/** The league as its invitation shows it; null: it has closed. `reader`: 0 without a session. */
export async function invitationTo(db: ReadDb, leagueId: number, reader: number): Promise<LeagueInvitation | null> {
  const league = await anyLeague(db, leagueId, reader)
  if (!league) return null
  const { id, name, members, creator, is_member } = league
  return { name, memberCount: members, founder: creator.username, leagueId: is_member ? id : null }
}

/** A league with its version, as a query. */
export const seenQuery = <Row extends SeenLeague = SeenLeague>(
  leagueId: number,
  reader: number,
  more = sql``,
): RawBuilder<Row> =>
  leagueQuery<Row>(
    reader,
    sql`where l.id = ${leagueId}::bigint and l.status = 'active'`,
    sql`, ${version} as version ${more}`,
  )

/** One of the reader’s leagues with their match points of a season. */
interface OwnLeague extends SeenLeague {
  readonly points: number
}

/** A league with a member’s match points of a season, as input for their rank. */
export type RankedLeague = Pick<OwnLeague, 'id' | 'name' | 'version' | 'own_rules' | 'points'>

/** Active leagues that two users share, as a query. */
export const commonLeagues = (
  userId: number,
  other: RawBuilder<unknown>,
): RawBuilder<Omit<RankedLeague, 'points'>> => sql`
    select l.id, l.name, l.own_rules, ${version} as version from read.league_members me
    join read.league_members m on m.league_id = me.league_id and m.user_id = ${other}
    join read.leagues l on l.id = me.league_id and l.status = 'active'
    where me.user_id = ${userId}::int`

/** Members per league that count as league mates; bounds the cost of large leagues. */
export const MATES_PER_LEAGUE = 500

/** Members of a league who count as mates, as a query: up to 500, by registration. */
export const matesIn = (leagueId: RawBuilder<unknown>): RawBuilder<{ user_id: number }> => sql`
      select o.user_id from read.league_members o where o.league_id = ${leagueId} order by o.user_id limit ${sql.lit(MATES_PER_LEAGUE)}`

/** Ids of the other members of the reader’s active leagues, up to 500 of each league, as a query. */
export const leagueMates = (reader: number): RawBuilder<{ user_id: number }> => sql`
    select distinct m.user_id from read.league_members me
    join read.leagues l on l.id = me.league_id and l.status = 'active'
    cross join lateral (${matesIn(sql`l.id`)}) m
    where me.user_id = ${reader}::int and m.user_id <> ${reader}::int`

/** A league of the reader in a list for choosing one. */
export interface LeagueChoice {
  readonly id: number
  readonly name: string
  readonly members: number
}

/** Leagues of a reader in such a list. */
const MOST_CHOICES = 50

/** The active leagues of readers, latest joined first, as a query. */
export const leagueChoices = (
  readers: readonly number[],
): RawBuilder<LeagueChoice & { readonly reader: number }> => sql`
    select reader.id as reader, own.id, own.name, own.members
    from unnest(${readers}::int[]) reader (id) cross join lateral (
      select l.id, l.name, l.members, me.joined_at from read.league_members me
      join read.leagues l on l.id = me.league_id and l.status = 'active'
      where me.user_id = reader.id order by me.joined_at desc, l.id desc limit ${sql.lit(MOST_CHOICES)}
    ) own order by own.joined_at desc, own.id desc`

/** A page of the reader’s leagues, latest joined first, and their total number. */
export async function ownLeagues(db: ReadDb, reader: number, page: Page): Promise<{ body: League[]; total: number }> {
  const { rows, total } = await ownRows<ListedLeague>(db, reader, page, ownQuery(reader, page))
  return { body: rows.map(leagueOf), total }
}

/** The same page with versions and the reader’s points. */
export function ownLeaguesIn(
  db: ReadDb,
  reader: number,
  page: Page,
  season: string | null,
): Promise<{ rows: OwnLeague[]; total: number }> {
  return ownRows(db, reader, page, rankedLeaguesQuery(reader, page, season))
}

/** The reader’s leagues with versions and points, as a query. */
export function rankedLeaguesQuery(reader: number, page: Page, season: string | null): RawBuilder<OwnLeague & Counted> {
  const points = sql`(select t.match_points from read.totals t where t.season = ${season} and t.user_id = ${reader})`
  return ownQuery(reader, page, sql`, ${version} as version, coalesce(${points}, 0) as points`)
}

interface Counted {
  readonly total: number
}

/** The reader’s leagues, as a query. */
export function ownQuery<Row extends ListedLeague>(
  reader: number,
  page: Page,
  more = sql``,
): RawBuilder<Row & Counted> {
  const own = sql`read.league_members own join read.leagues o on o.id = own.league_id and o.status = 'active'`
  return leagueQuery<Row & Counted>(
    reader,
    sql`join (
        select own.league_id, own.joined_at from ${own} where own.user_id = ${reader}
        order by own.joined_at desc, own.league_id desc limit ${page.limit} offset ${page.offset}
      ) mine on mine.league_id = l.id
      order by mine.joined_at desc, l.id desc`,
    sql`, (select count(*)::int from ${own} where own.user_id = ${reader}) as total ${more}`,
  )
}

async function ownRows<Row extends ListedLeague>(
  db: ReadDb,
  reader: number,
  page: Page,
  query: RawBuilder<Row & Counted>,
): Promise<{ rows: Row[]; total: number }> {
  const { rows } = await query.execute(db)
  return { rows, total: await totalOf(rows, page, (first) => ownLeagues(db, reader, first)) }
}

/** Public leagues, most members first, then oldest first. */
export async function publicLeagues(db: ReadDb, reader: number, page: Page): Promise<League[]> {
  const { rows } = await leagueQuery(
    reader,
    sql`where l.type = 'public' and l.status = 'active'
      order by l.members desc, l.id limit ${page.limit} offset ${page.offset}`,
  ).execute(db)
  return rows.map(leagueOf)
}

/** A row as a contract object; members only get the join code (T36). */
export function leagueOf(row: ListedLeague): League {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    creatorId: row.creator_id,
    creator: personOf(row.creator),
    adminId: row.admin_id,
    memberCount: row.members,
    type: row.type,
    status: row.status,
    ...(row.is_member ? { joinCode: row.join_code } : {}),
    createdAt: row.created_at,
    isMember: row.is_member,
    hasOwnRules: row.own_rules,
  }
}

/** The league of a join code; null: no such code. */
export async function leagueIdOfCode(db: ReadDb, joinCode: string): Promise<number | null> {
  const league = await db
    .selectFrom('read.leagues')
    .select('id')
    .where('join_code', '=', joinCode)
    .where('status', '=', sql.lit('active'))
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return league?.id ?? null
}

/** Leagues that still list a deleted user. */
export async function leaguesOfErased(db: ReadDb, userId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('read.league_members_to_leave')
    .select('league_id')
    .where('user_id', '=', wide(userId))
    .orderBy('league_id')
    .execute()
  return rows.map((row) => row.league_id)
}
