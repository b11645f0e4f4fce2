import { type RawBuilder, sql } from 'kysely'
import { type Page, type Person, pageOf } from '../../contracts/common.ts'
import { createCache, REBUILD_TTL_MS } from '../../kernel/cache.ts'
import { totalOf } from '../../kernel/total.ts'
import { type PersonRow, personColumns, personOf } from '../../slice/person.ts'
import type { ReadDb } from '../../slice/read-models.ts'
import { nameBegins } from '../accounts/queries.ts'
import type {
  AdminUser,
  AdminUserQuery,
  AdminUserSummary,
  DeletionConsequences,
  PublicUser,
  SortOrder,
  UserSort,
} from './contract.ts'
import {
  forwards,
  type Heights,
  type Mark,
  nearest,
  rankedIn,
  rankOf,
  STEP,
  split,
  startOf,
} from './histogram-ranks.ts'

/** Maximum number of names that a search reads. The first letters typed match almost every user. */
const MAX_FOUND = 500

/** Maximum number of cached counts, by season and order. */
const MAX_CACHED = 50

/** Counts that are needed before a page of the list is read. */
interface UserCounts {
  readonly users: number
  readonly heights: Heights
  /** Ids of all players with a prediction in the season, the fewest predictions first; null if not requested. */
  readonly by_predictions: readonly number[] | null
  /** Ids of all other users, newest first; null if not requested. */
  readonly others: readonly number[] | null
  /** Every 200th of all users by name or by registration; null if not requested. */
  readonly marks: readonly Mark[] | null
}

/** Sort orders of all users that have an index. */
type Indexed = Extract<UserSort, 'username' | 'createdAt'>

const INDEXED = {
  username: { key: sql`p.username_key`, type: sql`text`, isListed: sql`p.username_key is not null` },
  createdAt: { key: sql`p.registered_at`, type: sql`timestamptz`, isListed: sql`p.deleted_at is null` },
}

/**
 * Number of users, and number of players per points in a season. There is no index of users without a prediction, or of
 * players by number of predictions. Such an index would slow down the settlement of every match (docs/decisions/0034).
 */
export const userCountsQuery = (
  season: string | null,
  lists: 'none' | 'others' | 'both' | Indexed,
): RawBuilder<UserCounts> => sql<UserCounts>`
  select coalesce((select users from read.user_counts), 0) as users, (
    select coalesce(json_agg(json_build_array(h.points, h.players) order by h.points desc), '[]')
    from read.histograms h where h.season = ${season} and h.gameweek = 0 and h.players > 0
  ) as heights, ${
    lists === 'both'
      ? sql`(
    select coalesce(json_agg(t.user_id order by t.predictions, t.user_id), '[]') from read.totals t where t.season = ${season}
  )`
      : sql`null::json`
  } as by_predictions, ${
    lists === 'others' || lists === 'both'
      ? sql`(
    select coalesce(json_agg(p.id order by p.id desc), '[]') from read.people p
    where p.deleted_at is null and not exists (select from read.totals t where t.season = ${season} and t.user_id = p.id)
  )`
      : sql`null::json`
  } as others, ${lists === 'username' || lists === 'createdAt' ? marksOf(lists) : sql`null::json`} as marks`

function marksOf(sort: Indexed): RawBuilder<unknown> {
  const { key, isListed } = INDEXED[sort]
  return sql`(
    select coalesce(json_agg(json_build_object('key', p.key, 'id', p.id) order by p.n), '[]') from (
      select ${key}::text as key, p.id, row_number() over (order by ${key}, p.id) as n from read.people p where ${isListed}
    ) p where p.n % ${STEP}::int = 1
  )`
}

type UserRow = Omit<AdminUser, keyof Person | 'rank'> &
  PersonRow & { readonly is_ranked: boolean; readonly total: number }

/** The rows of the users in `found (id, part, n)`, in that order. */
export const shownOf = (season: string | null, found: RawBuilder<unknown>): RawBuilder<UserRow> =>
  sql<UserRow>`
    with found (id, part, n, total) as (${found})
    select p.id, ${personColumns('p')}, p.role, p.registered_at as "createdAt", coalesce(t.predictions, 0) as "totalPredictions",
      coalesce(t.correct, 0) as "correctPredictions", coalesce(t.settled, 0) as "settledPredictions",
      coalesce(round(100.0 * t.correct / nullif(t.settled, 0)), 0)::int as accuracy, coalesce(a.unlocked, 0) as "achievementCount",
      o.favorite_team as "favoriteTeam", w.address as "walletAddress", t.user_id is not null as is_ranked, f.total, coalesce(t.points, (
        select sum(l.points) from read.ledger l where l.user_id = p.id and l.season = ${season} and l.type <> 'match'
      ), 0)::int as "totalPoints"
    from found f join read.people p on p.id = f.id and p.deleted_at is null
    left join read.totals t on t.season = ${season} and t.user_id = p.id
    left join read.achievement_counts a on a.user_id = p.id
    left join read.profiles o on o.user_id = p.id
    left join read.wallets w on w.user_id = p.id
    order by f.part, f.n`

/** Sort orders of players with a prediction in the season. */
const RANKED = {
  rank: {
    asc: sql`t.points desc, t.exact desc, t.accuracy desc, t.user_id`,
    desc: sql`t.points desc, t.exact desc, t.accuracy desc, t.user_id`,
  },
  points: { asc: sql`t.points, t.user_id`, desc: sql`t.points desc, t.user_id` },
}

/**
 * A page of all users. Users without a prediction come after all others, newest first; in ascending orders they come
 * first.
 */
export function listQuery(season: string | null, request: UsersQuery, counts: UserCounts): RawBuilder<UserRow> {
  const { sort } = request
  if (sort === 'username' || sort === 'createdAt') return shownOf(season, indexedQuery({ ...request, sort }, counts))
  const { users, heights, by_predictions: counted } = counts
  const order = sort === 'rank' ? 'desc' : request.order
  const ranked = sort === 'predictions' ? counted!.length : rankedIn(heights)
  const others = Math.max(0, users - ranked)
  const isRankedFirst = order === 'desc'
  const parts = isRankedFirst ? split(ranked, others, request) : split(others, ranked, request)
  const [ofRanked, ofOthers] = isRankedFirst ? parts : [parts[1], parts[0]]
  return shownOf(
    season,
    sql`${sort === 'predictions' ? countedQuery(counted!, order, ofRanked) : rankedQuery(season, sort, order, ofRanked, heights)}
      union all
      ${othersQuery(season, isRankedFirst, ofOthers, counts.others)}`,
  )
}

/** A page of all users in an order with an index. Starts at the preceding mark. */
function indexedQuery(
  { sort, order, ...request }: UsersQuery & { readonly sort: Indexed },
  { users, marks }: UserCounts,
): RawBuilder<unknown> {
  const { key, type, isListed } = INDEXED[sort]
  const page = forwards(users, request, order)
  const near = nearest(marks ?? [], page.offset)
  const from = near ? sql`(${key}, p.id) >= (${near.mark.key}::${type}, ${near.mark.id}::bigint)` : sql`false`
  const direction = order === 'desc' ? sql`desc` : sql`asc`
  return sql`select id, 0, row_number() over (order by ${key} ${direction}, p.id ${direction}), 0 from (
    select p.id, p.username_key, p.registered_at from read.people p where ${isListed} and ${from}
    order by ${key}, p.id limit ${page.limit} offset ${near?.offset ?? 0}
  ) p`
}

/** Users without a prediction, newest first. */
function othersQuery(
  season: string | null,
  isLast: boolean,
  page: Page,
  known: UserCounts['others'],
): RawBuilder<unknown> {
  const part = isLast ? 1 : -1
  if (known) {
    const ids = pageOf(known, page)
    return sql`(select u.id, ${part}::int, u.n, 0 from unnest(${ids}::int[]) with ordinality as u (id, n))`
  }
  return sql`
    (select p.id, ${part}::int, row_number() over (order by p.id desc), 0 from (
      select p.id from read.people p where p.deleted_at is null
        and not exists (select from read.totals t where t.season = ${season} and t.user_id = p.id)
      order by p.id desc limit ${page.limit} offset ${page.offset}
    ) p)`
}

function rankedQuery(
  season: string | null,
  sort: 'rank' | 'points',
  order: SortOrder,
  { limit, offset }: Page,
  heights: Heights,
): RawBuilder<unknown> {
  const by = RANKED[sort][order]
  const start = startOf(heights, order, offset)
  const from = order === 'desc' ? sql`t.points <= ${start?.points}` : sql`t.points >= ${start?.points}`
  return sql`
    (select t.user_id, 0, row_number() over (order by ${by}), 0 from (
      select t.user_id, t.points, t.exact, t.accuracy from read.totals t
      where t.season = ${season} and ${start ? from : sql`false`} order by ${by} limit ${limit} offset ${start?.offset ?? 0}
    ) t)`
}

/** Players by number of predictions. */
function countedQuery(all: readonly number[], order: SortOrder, page: Page): RawBuilder<unknown> {
  const ids = pageOf(order === 'asc' ? all : all.toReversed(), page)
  return sql`(select u.id, 0, u.n, 0 from unnest(${ids}::int[]) with ordinality as u (id, n))`
}

type UsersQuery = Page & { readonly sort: UserSort; readonly order: SortOrder }

/** Users whose names begin with `search`, or the user with that number. */
export function searchQuery(
  season: string | null,
  search: string,
  { sort, order, limit, offset }: UsersQuery,
): RawBuilder<UserRow> {
  const [, digits] = /^(?:user )?#?(\d{1,15})$/i.exec(search) ?? []
  const dir = sort === 'rank' || order === 'desc' ? sql`desc` : sql`asc`
  const by = {
    rank: sql`t.points desc nulls last, t.exact desc nulls last, t.accuracy desc nulls last, c.id`,
    points: sql`coalesce(t.points, -1) ${dir}, c.id`,
    predictions: sql`coalesce(t.predictions, 0) ${dir}, c.id`,
    username: sql`c.username_key ${dir}`,
    createdAt: sql`c.registered_at ${dir}, c.id ${dir}`,
  }[sort]
  return shownOf(
    season,
    // The lateral join reads totals row by row. With hundreds of names PostgreSQL would read all totals instead.
    sql`select c.id, 0, row_number() over (order by ${by}) as n, (count(*) over ())::int from (
      (select p.id, p.username_key, p.registered_at from read.people p
        where ${nameBegins(sql`p.username_key`, search)} order by p.username_key limit ${MAX_FOUND})
      union
      select p.id, p.username_key, p.registered_at from read.people p where p.id = ${digits ?? null}::bigint and p.deleted_at is null
    ) c left join lateral (
      select t.points, t.exact, t.accuracy, t.predictions from read.totals t
      where t.season = ${season} and t.user_id = c.id offset 0
    ) t on true order by n limit ${limit} offset ${offset}`,
  )
}

export interface UserListDependencies {
  readonly db: ReadDb
  /** Log position that a projection group has reached, as known to this node. */
  passed(group: string): string | null
}

/** The users of the game, with their points in a season; null without a season. */
export function createUserList({ db, passed }: UserListDependencies) {
  const cache = createCache({ max: MAX_CACHED, ttlMs: REBUILD_TTL_MS })
  const version = () => ['people', 'administration', 'play'].map(passed).join(' ')

  const userCountsOf = (season: string | null, lists: Parameters<typeof userCountsQuery>[1] = 'none') =>
    cache.get(`counts ${season} ${lists}`, version(), async () => {
      const { rows } = await userCountsQuery(season, lists).execute(db)
      return rows[0]!
    })

  /** A page of all users, or of those found by a search, and their total number. */
  async function page(
    season: string | null,
    request: AdminUserQuery,
  ): Promise<{ readonly body: readonly AdminUser[]; readonly total: number }> {
    const { search, sort, order } = request
    // In ascending order, the first page contains users without a prediction.
    const byPoints = order === 'asc' ? 'others' : 'none'
    const lists = {
      rank: 'none',
      points: byPoints,
      predictions: 'both',
      username: 'username',
      createdAt: 'createdAt',
    } as const
    const counts = await userCountsOf(season, search === undefined ? lists[sort] : 'none')
    const query = search === undefined ? listQuery(season, request, counts) : searchQuery(season, search, request)
    const { rows } = await query.execute(db)
    const body = rows.map((row) => userOf(row, counts.heights))
    if (search === undefined) return { body, total: counts.users }
    return { body, total: await totalOf(rows, request, (first) => page(season, { ...request, ...first })) }
  }

  return {
    page,
    /** The user with this id; undefined if there is none or it is not projected yet. */
    async byId(season: string | null, id: number): Promise<AdminUser | undefined> {
      const [{ heights }, { rows }] = await Promise.all([
        userCountsOf(season),
        shownOf(season, sql`select ${id}::bigint, 0, 0, 0`).execute(db),
      ])
      return rows[0] && userOf(rows[0], heights)
    },
    /** The numbers above the list. */
    summary: (season: string | null): Promise<AdminUserSummary> =>
      cache.get(`summary ${season}`, version(), async () => {
        const [{ users, heights }, accuracy] = await Promise.all([userCountsOf(season), accuracyOf(db, season)])
        return {
          totalUsers: users,
          activePredictors: rankedIn(heights),
          topScore: heights[0]?.[0] ?? 0,
          ...accuracy,
        }
      }),
  }
}

/** Accuracy of all players with a settled prediction: its mean, as a percentage with one decimal, and its parts. */
const accuracyOf = (db: ReadDb, season: string | null) =>
  db
    .selectFrom('read.totals')
    .select([
      sql<number>`coalesce(round((100 * avg(accuracy))::numeric, 1), 0)::float`.as('averageAccuracy'),
      sql<number>`coalesce(sum(correct), 0)::int`.as('correctPredictions'),
      sql<number>`coalesce(sum(settled), 0)::int`.as('settledPredictions'),
    ])
    .where('season', '=', season ?? '')
    .where('settled', '>', 0)
    .executeTakeFirstOrThrow()

const userOf = (
  { is_ranked, total, username, display_name, profile_image, ...row }: UserRow,
  heights: Heights,
): AdminUser => ({
  ...row,
  ...personOf({ username, display_name, profile_image }),
  rank: is_ranked ? rankOf(heights, row.totalPoints) : null,
})

/** The public data of a user. */
export const publicOf = ({ id, username, displayName, profileImage, totalPoints }: AdminUser): PublicUser => ({
  ...{ id, username, displayName, profileImage, totalPoints },
})

/** Data that is deleted with a user. */
export const consequencesQuery = (
  season: string | null,
  userId: number,
): RawBuilder<DeletionConsequences> => sql<DeletionConsequences>`
  select
    (select count(*)::int from read.predictions p where p.user_id = u.id) as predictions,
    (select coalesce(sum(l.points), 0)::int from read.ledger l where l.user_id = u.id and l.season = ${season}) as points,
    (select count(*)::int from read.league_members m where m.user_id = u.id) as leagues,
    (select count(*)::int from read.league_team_stints s where s.user_id = u.id and s.left_at is null) as teams,
    (select count(*)::int from read.messages m where m.user_id = u.id and not m.is_deleted) as messages,
    (select count(*)::int from read.feedback f where f.user_id = u.id) as feedback
  from read.people u where u.id = ${userId}::bigint and u.deleted_at is null`
