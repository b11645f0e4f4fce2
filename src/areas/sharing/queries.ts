import { type RawBuilder, sql } from 'kysely'
import type * as z from 'zod/mini'
import { authorOf, type NamedRow, personColumns } from '../../slice/person.ts'
import type { ReadDb, ReadModels } from '../../slice/read-models.ts'
import type { Fixture, Outcome } from '../fixtures/contract.ts'
import type { PickVerdict } from '../predictions/contract.ts'
import type { FeedQuery, FeedSort, ShareCounts, SharedPick, SharedPrediction, SharesQuery } from './contract.ts'
import { type Cursor, cursorText, givenCursor } from './cursor.ts'
import { trendingScores } from './trending.ts'

/** Picks of a share that a list carries. */
export const MOST_LISTED_PICKS = 10
/** All that a share can have. */
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
  /** Of an order by trending. */
  readonly score: number | null
}

/** Views of a share `s`: those that the log knows, and those of the last minute (src/areas/sharing/views.ts). */
const viewsNow = sql<number>`(s.views + coalesce((
  select sum(greatest(0, v.views - coalesce(d.views, 0)))::int from app.share_views v
  left join read.share_days d on d.share_id = v.share_id and d.day = v.day where v.share_id = s.id), 0))`

const likedBy = (readerId: number | null): RawBuilder<boolean> =>
  readerId === null
    ? sql`false`
    : sql`exists (select from read.share_likes l where l.share_id = s.id and l.user_id = ${readerId}::int)`

/** What is asked of shares. */
export interface ShareReader {
  /** Who reads; null: a stranger. */
  readonly readerId: number | null
  /** ISO 8601: what a match shows also follows from the clock. */
  readonly at: string
}

/** Some fixtures as they are at a time (ISO 8601), by id. */
export type FixturesOf = (ids: readonly number[], at: string) => Promise<ReadonlyMap<number, Fixture>>

/** How shares are shown. */
interface Showing {
  /** So many of the picks of each. */
  readonly picks: number
  readonly fixturesOf: FixturesOf
  /** Counts the view by the way (`Views.noting`). */
  readonly noting?: RawBuilder<unknown>
}

/** The shares of a select `page` with `share_id`, `nth` and `score`, in the order of `nth`. */
async function shownShares(
  db: ReadDb,
  page: RawBuilder<unknown>,
  { readerId, at }: ShareReader,
  { picks: most, fixturesOf, noting }: Showing,
): Promise<{ shares: SharedPrediction[]; rows: readonly ShareRow[] }> {
  const { rows } = await shownShareRows(page, readerId, most, noting).execute(db)
  const ids = new Set(rows.flatMap(({ picks }) => picks.map(({ fixture_id }) => fixture_id)))
  const fixtures = await fixturesOf([...ids], at)
  return { rows, shares: rows.map((row) => shareOf(row, readerId, fixtures)) }
}

/** Shares of a select `page`, as a query. */
export function shownShareRows(
  page: RawBuilder<unknown>,
  readerId: number | null,
  most: number,
  noting: RawBuilder<unknown> | undefined,
): RawBuilder<ShareRow> {
  // What the statement itself has counted it does not see in the table yet.
  const [counting, counted] = noting
    ? [sql`, ${noting}`, sql`+ (select count(*)::int from viewed where viewed.share_id = s.id)`]
    : [sql``, sql``]
  return sql`
    with page as materialized (${page}) ${counting}
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

/** Which share an address means: by its token, or, where it is public or the reader's own, by its id (docs/threats.md T46). */
export type ShareAddress = { readonly token: string } | { readonly id: number }

/** The row of `read.shares s` that an address means for a reader. */
const isAt = (address: ShareAddress, readerId: number | null): RawBuilder<boolean> =>
  'token' in address
    ? sql`s.token = ${address.token}`
    : sql`s.id = ${address.id}::bigint and (s.is_public or s.user_id = ${readerId}::int)`

/** A share as its page shows it, with all its picks; null: for the reader it is not there. */
export async function shownShare(
  db: ReadDb,
  address: ShareAddress,
  asked: ShareReader,
  showing: Omit<Showing, 'picks'>,
): Promise<SharedPrediction | null> {
  const page = sql`
    select s.id as share_id, 1 as nth, null::int as score from read.shares s where ${isAt(address, asked.readerId)}`
  const { shares } = await shownShares(db, page, asked, { ...showing, picks: ALL_PICKS })
  return shares[0] ?? null
}

/** A share that there is for the reader. */
export interface FoundShare {
  readonly id: number
  readonly userId: number
  readonly isPublic: boolean
}

/** The share of an address; null: for the reader there is none. */
export async function shareAt(db: ReadDb, address: ShareAddress, readerId: number | null): Promise<FoundShare | null> {
  const { rows } = await foundRows(address, readerId).execute(db)
  return rows[0] ?? null
}

/** The share of an address, as a query. */
export const foundRows = (address: ShareAddress, readerId: number | null): RawBuilder<FoundShare> => sql`
  select s.id, s.user_id as "userId", s.is_public as "isPublic" from read.shares s where ${isAt(address, readerId)}`

/** A list of shares, and the cursor of the next page; null: that was all. */
interface ListedShares {
  readonly shares: readonly SharedPrediction[]
  readonly next: string | null
}

/** Shares of a list with one more than asked for: whether another page follows. */
async function listed(
  db: ReadDb,
  page: RawBuilder<unknown>,
  asked: ShareReader,
  { limit, fixturesOf, next }: { limit: number; fixturesOf: FixturesOf; next: (last: ShareRow) => string },
): Promise<ListedShares> {
  const { shares, rows } = await shownShares(db, page, asked, { picks: MOST_LISTED_PICKS, fixturesOf })
  const last = rows[limit - 1]
  return { shares: shares.slice(0, limit), next: rows.length > limit && last ? next(last) : null }
}

/** A page of the public shares (docs/rules.md R88). Orders of the feed go by an index, so that its last page costs what its first does. */
export function feed(
  db: ReadDb,
  asked: ShareReader,
  { sort, type, following, limit, cursor }: z.output<typeof FeedQuery>,
  fixturesOf: FixturesOf,
): Promise<ListedShares> {
  const after = givenCursor(sort, cursor)
  const day = after?.day || asked.at.slice(0, 10)
  const of = sql`s.is_public ${type === 'all' ? sql`` : sql`and s.share_type = ${type}`} ${
    following === 'true'
      ? sql`and s.user_id in (select f.followed_id from read.follows f where f.follower_id = ${asked.readerId}::int)`
      : sql``
  }`
  const next = ({ id, likes, score }: ShareRow) => cursorText(sort, { day, key: score ?? likes, id })
  return listed(db, feedPage(of, day, { sort, after, limit: limit + 1 }), asked, { limit, fixturesOf, next })
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
  // First those of which something happened lately, then all others, newest first.
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

/** The public shares of the last seven days' interest, most first. */
export async function trending(
  db: ReadDb,
  asked: ShareReader,
  limit: number,
  fixturesOf: FixturesOf,
): Promise<readonly SharedPrediction[]> {
  const page = sql`
    select c.share_id, row_number() over (order by c.score desc, c.share_id desc) as nth, c.score
    from (${trendingScores(asked.at.slice(0, 10))}) c join read.shares s on s.id = c.share_id
    where s.is_public order by c.score desc, c.share_id desc limit ${limit}`
  return (await shownShares(db, page, asked, { picks: MOST_LISTED_PICKS, fixturesOf })).shares
}

/** The latest public shares and the reader's own, private ones among them, newest first. */
export function latestShares(
  db: ReadDb,
  asked: ShareReader,
  { limit, cursor }: z.output<typeof SharesQuery>,
  fixturesOf: FixturesOf,
): Promise<ListedShares> {
  const after = givenCursor('recent', cursor)
  const some = (of: RawBuilder<unknown>) =>
    sql`(select s.id from read.shares s where ${of} ${beyondId(after)} order by s.id desc limit ${limit + 1})`
  const page = sql`
    select s.id as share_id, row_number() over (order by s.id desc) as nth, null::int as score from (
      ${some(sql`s.is_public`)} union ${some(sql`s.user_id = ${asked.readerId}::int`)}
    ) s order by s.id desc limit ${limit + 1}`
  const next = ({ id }: ShareRow) => cursorText('recent', { day: '', key: 0, id })
  return listed(db, page, asked, { limit, fixturesOf, next })
}

/** The counts of a share, as they are now; null: it is not there. */
export async function shareCounts(db: ReadDb, shareId: number, readerId: number): Promise<ShareCounts | null> {
  const { rows } = await countRows(shareId, readerId).execute(db)
  return rows[0] ?? null
}

/** The same, as a query. */
export const countRows = (shareId: number, readerId: number): RawBuilder<ShareCounts> => sql`
  select ${viewsNow} as views, s.likes, s.shares, ${likedBy(readerId)} as "isLiked" from read.shares s where s.id = ${shareId}::int`
