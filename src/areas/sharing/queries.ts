import { type RawBuilder, sql } from 'kysely'
import type * as z from 'zod/mini'
import { authorOf, type NamedRow, personColumns } from '../../slice/person.ts'
import type { ReadDb, ReadModels } from '../../slice/read-models.ts'
import type { Fixture, Outcome } from '../fixtures/contract.ts'
import type { PickVerdict } from '../predictions/contract.ts'
import type { FeedQuery, FeedSort, ShareCounts, SharedPick, SharedPrediction, SharesQuery } from './contract.ts'
import { type Cursor, cursorText, requestedCursor } from './cursor.ts'
import { trendingScores } from './trending.ts'

/** Maximum number of picks per share in lists. */
const MOST_LISTED_PICKS = 10
/** Maximum number of picks of a share. */
const ALL_PICKS = 50

interface PickRow {
  readonly id: number
  readonly fixture_id: number
  readonly result: Outcome
  readonly home_score: number | null
  readonly away_score: number | null
  readonly points: number | null
  readonly verdict: PickVerdict | null
}

interface ShareRow extends NamedRow, Readonly<Omit<ReadModels['read.shares'], 'user_id'>> {
  readonly liked: boolean
  readonly picks: readonly PickRow[]
  readonly pick_count: number
  readonly points: number | null
  /** Trending score; null in other orders. */
  readonly score: number | null
}

/** Views of a share `s`: the projected ones, and those not yet in the log (src/areas/sharing/views.ts). */
const viewsNow = sql<number>`(s.views + coalesce((
  select sum(greatest(0, v.views - coalesce(d.views, 0)))::int from app.share_views v
  left join read.share_days d on d.share_id = v.share_id and d.day = v.day where v.share_id = s.id), 0))`

const likedBy = (readerId: number | null): RawBuilder<boolean> =>
  readerId === null
    ? sql`false`
    : sql`exists (select from read.share_likes l where l.share_id = s.id and l.user_id = ${readerId}::int)`

/** The reader of shares, and the time of the request. */
interface ShareReader {
  /** null: no session. */
  readonly readerId: number | null
  /** ISO 8601. The state of a match depends on the clock. */
  readonly at: string
}

/** Returns fixtures by id, with their state at `at` (ISO 8601). */
export type FixturesOf = (ids: readonly number[], at: string) => Promise<ReadonlyMap<number, Fixture>>

interface ReadOptions {
  /** Maximum number of picks per share. */
  readonly picks: number
  readonly fixturesOf: FixturesOf
  /** Counts the view in the same statement (`Views.counting`). */
  readonly counting?: RawBuilder<unknown>
}

/** Returns the shares of a select `page` with `share_id`, `nth` and `score`, in the order of `nth`. */
async function shownShares(
  db: ReadDb,
  page: RawBuilder<unknown>,
  { readerId, at }: ShareReader,
  { picks: most, fixturesOf, counting }: ReadOptions,
): Promise<{ shares: SharedPrediction[]; rows: readonly ShareRow[] }> {
  const { rows } = await shownShareRows(page, readerId, most, counting).execute(db)
  const ids = new Set(rows.flatMap(({ picks }) => picks.map(({ fixture_id }) => fixture_id)))
  const fixtures = await fixturesOf([...ids], at)
  return { rows, shares: rows.map((row) => shareOf(row, readerId, fixtures)) }
}

/** Statement of `shownShares`. */
export function shownShareRows(
  page: RawBuilder<unknown>,
  readerId: number | null,
  most: number,
  counting: RawBuilder<unknown> | undefined,
): RawBuilder<ShareRow> {
  // The statement does not see its own insert, so a view counted by it is added here.
  const [countingParts, counted] = counting
    ? [sql`, ${counting}`, sql`+ (select count(*)::int from viewed where viewed.share_id = s.id)`]
    : [sql``, sql``]
  return sql`
    with page as materialized (${page}) ${countingParts}
    select s.id, s.token, s.title, s.description, s.share_type, s.is_public, s.created_at, ${viewsNow} ${counted} as views, s.likes, s.shares,
      s.comments, s.user_id, ${personColumns('u')}, ${likedBy(readerId)} as liked, k.picks, k.pick_count, k.points, page.score
    from page join read.shares s on s.id = page.share_id
    left join read.people u on u.id = s.user_id
    cross join lateral (
      select count(*)::int as pick_count, sum(p.points)::int as points,
        coalesce(json_agg(p order by p.nth) filter (where p.nth <= ${most}::int), '[]') as picks
      from (
        select p.id, p.fixture_id, p.result, p.home_score, p.away_score, p.points, p.verdict,
          row_number() over (order by f.kickoff nulls last, f.id) as nth
        from read.share_picks x
        join read.predictions p on p.fixture_id = x.fixture_id and p.user_id = s.user_id and p.id = x.prediction_id
        join read.fixtures f on f.id = p.fixture_id
        where x.share_id = s.id
      ) p
    ) k
    order by page.nth
  `
}

function shareOf(row: ShareRow, readerId: number | null, fixtures: ReadonlyMap<number, Fixture>): SharedPrediction {
  return {
    id: row.id,
    shareUrl: row.token,
    title: row.title,
    description: row.description,
    shareType: row.share_type,
    isPublic: row.is_public,
    views: row.views,
    likes: row.likes,
    shares: row.shares,
    commentCount: row.comments,
    createdAt: row.created_at,
    user: authorOf(row),
    predictionIds: row.picks.flatMap((pick) => {
      const fixture = fixtures.get(pick.fixture_id)
      return fixture ? [pickOf(pick, fixture)] : []
    }),
    predictionCount: row.pick_count,
    points: row.points,
    isLiked: row.liked,
    isMine: row.user_id === readerId,
  }
}

const pickOf = (row: PickRow, fixture: Fixture): SharedPick => ({
  id: row.id,
  fixtureId: row.fixture_id,
  homeTeamId: fixture.homeTeamId,
  awayTeamId: fixture.awayTeamId,
  homeTeam: fixture.homeTeam.name,
  awayTeam: fixture.awayTeam.name,
  homeScore: row.home_score,
  awayScore: row.away_score,
  result: row.result,
  pointsEarned: row.points,
  verdict: row.verdict,
  fixture,
})

/** Identifies a share by its token, or by its id if it is public or the reader's own (docs/threats.md T46). */
export type ShareAddress = { readonly token: string } | { readonly id: number }

/** Condition for the row of `read.shares s` with this address, for a reader. */
const isAt = (address: ShareAddress, readerId: number | null): RawBuilder<boolean> =>
  'token' in address
    ? sql`s.token = ${address.token}`
    : sql`s.id = ${address.id}::bigint and (s.is_public or s.user_id = ${readerId}::int)`

/** Returns a share with all its picks; null: unknown, or not accessible to the reader. */
export async function shownShare(
  db: ReadDb,
  address: ShareAddress,
  reader: ShareReader,
  options: Omit<ReadOptions, 'picks'>,
): Promise<SharedPrediction | null> {
  const page = sql`
    select s.id as share_id, 1 as nth, null::int as score from read.shares s where ${isAt(address, reader.readerId)}`
  const { shares } = await shownShares(db, page, reader, { ...options, picks: ALL_PICKS })
  return shares[0] ?? null
}

/** A share that the reader may access. */
export interface FoundShare {
  readonly id: number
  readonly userId: number
  readonly isPublic: boolean
}

/** Returns the share of an address; null: unknown, or not accessible to the reader. */
export async function shareAt(db: ReadDb, address: ShareAddress, readerId: number | null): Promise<FoundShare | null> {
  const { rows } = await foundRows(address, readerId).execute(db)
  return rows[0] ?? null
}

/** Statement of `shareAt`. */
export const foundRows = (address: ShareAddress, readerId: number | null): RawBuilder<FoundShare> => sql`
  select s.id, s.user_id as "userId", s.is_public as "isPublic" from read.shares s where ${isAt(address, readerId)}`

/** A page of shares, and the cursor of the next page; null: this is the last page. */
interface ListedShares {
  readonly shares: readonly SharedPrediction[]
  readonly next: string | null
}

/** Returns a page of shares. `page` selects one row more than `limit`, to detect whether another page follows. */
async function listed(
  db: ReadDb,
  page: RawBuilder<unknown>,
  reader: ShareReader,
  { limit, fixturesOf, next }: { limit: number; fixturesOf: FixturesOf; next: (last: ShareRow) => string },
): Promise<ListedShares> {
  const { shares, rows } = await shownShares(db, page, reader, { picks: MOST_LISTED_PICKS, fixturesOf })
  const last = rows[limit - 1]
  return { shares: shares.slice(0, limit), next: rows.length > limit && last ? next(last) : null }
}

/** Returns a page of the public shares (docs/rules.md R88). All orders use an index, so every page has the same cost. */
export function feed(
  db: ReadDb,
  reader: ShareReader,
  { sort, type, following, limit, cursor }: z.output<typeof FeedQuery>,
  fixturesOf: FixturesOf,
): Promise<ListedShares> {
  const after = requestedCursor(sort, cursor)
  const day = after?.day || reader.at.slice(0, 10)
  const of = sql`s.is_public ${type === 'all' ? sql`` : sql`and s.share_type = ${type}`} ${
    following === 'true'
      ? sql`and s.user_id in (select f.followed_id from read.follows f where f.follower_id = ${reader.readerId}::int)`
      : sql``
  }`
  const next = ({ id, likes, score }: ShareRow) => cursorText(sort, { day, key: score ?? likes, id })
  return listed(db, feedPage(of, day, { sort, after, limit: limit + 1 }), reader, { limit, fixturesOf, next })
}

const beyondId = (after: Cursor | null) => (after ? sql`and s.id < ${after.id}::bigint` : sql``)

function feedPage(
  of: RawBuilder<unknown>,
  today: string,
  { sort, after, limit }: { sort: FeedSort; after: Cursor | null; limit: number },
): RawBuilder<unknown> {
  if (sort !== 'trending') {
    const order = sort === 'popular' ? sql`s.likes desc, s.id desc` : sql`s.id desc`
    const beyond =
      after && sort === 'popular'
        ? sql`and (s.likes, s.id) < (${after.key}::bigint, ${after.id}::bigint)`
        : beyondId(after)
    return sql`
      select s.id as share_id, row_number() over (order by ${order}) as nth, null::int as score
      from read.shares s where ${of} ${beyond} order by ${order} limit ${limit}`
  }
  const [score, id] = after ? [after.key, after.id] : [null, null]
  // Shares with recent activity first, then all others, newest first.
  return sql`
    select t.share_id, row_number() over (order by t.score desc, t.share_id desc) as nth, t.score from (
      with scores as materialized (${trendingScores(today)})
      (select c.share_id, c.score from scores c join read.shares s on s.id = c.share_id
        where ${of} and (${score}::bigint is null or (c.score, c.share_id) < (${score}::bigint, ${id}::bigint))
        order by c.score desc, c.share_id desc limit ${limit})
      union all
      (select s.id, 0 from read.shares s
        where ${of} and (coalesce(${score}::bigint, 1) > 0 or s.id < ${id}::bigint)
          and not exists (select from scores c where c.share_id = s.id)
        order by s.id desc limit ${limit})
    ) t order by t.score desc, t.share_id desc limit ${limit}`
}

/** Returns the public shares with activity in the last seven days, by score. */
export async function trending(
  db: ReadDb,
  reader: ShareReader,
  limit: number,
  fixturesOf: FixturesOf,
): Promise<readonly SharedPrediction[]> {
  const page = sql`
    select c.share_id, row_number() over (order by c.score desc, c.share_id desc) as nth, c.score
    from (${trendingScores(reader.at.slice(0, 10))}) c join read.shares s on s.id = c.share_id
    where s.is_public order by c.score desc, c.share_id desc limit ${limit}`
  return (await shownShares(db, page, reader, { picks: MOST_LISTED_PICKS, fixturesOf })).shares
}

/** Returns the latest public shares and the reader's own, including private ones, newest first. */
export function latestShares(
  db: ReadDb,
  reader: ShareReader,
  { limit, cursor }: z.output<typeof SharesQuery>,
  fixturesOf: FixturesOf,
): Promise<ListedShares> {
  const after = requestedCursor('recent', cursor)
  const some = (of: RawBuilder<unknown>) =>
    sql`(select s.id from read.shares s where ${of} ${beyondId(after)} order by s.id desc limit ${limit + 1})`
  const page = sql`
    select s.id as share_id, row_number() over (order by s.id desc) as nth, null::int as score from (
      ${some(sql`s.is_public`)} union ${some(sql`s.user_id = ${reader.readerId}::int`)}
    ) s order by s.id desc limit ${limit + 1}`
  const next = ({ id }: ShareRow) => cursorText('recent', { day: '', key: 0, id })
  return listed(db, page, reader, { limit, fixturesOf, next })
}

/** Returns the current counts of a share; null: deleted. */
export async function shareCounts(db: ReadDb, shareId: number, readerId: number): Promise<ShareCounts | null> {
  const { rows } = await countRows(shareId, readerId).execute(db)
  return rows[0] ?? null
}

/** Statement of `shareCounts`. */
export const countRows = (shareId: number, readerId: number): RawBuilder<ShareCounts> => sql`
  select ${viewsNow} as views, s.likes, s.shares, ${likedBy(readerId)} as "isLiked" from read.shares s where s.id = ${shareId}::int`
