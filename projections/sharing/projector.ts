import { type RawBuilder, sql, type Transaction } from 'kysely'
import { type AccountEvent, deletionsOnly } from '../../src/accounts/events.ts'
import { type Heard, type Hearing, heardIn, type Recorded } from '../../src/kernel/event.ts'
import type { ShareCommentEvent, ShareEvent, ShareReactionEvent, ShareViewsEvent } from '../../src/sharing/events.ts'
import type { LiveChange } from '../../src/slice/group.ts'
import { type Change, Counts } from './counts.ts'
import type { SharingTables } from './tables.ts'

type Tx = Transaction<SharingTables>

type Known = ShareEvent | ShareCommentEvent | ShareReactionEvent | ShareViewsEvent | AccountEvent
const hearing = {
  PredictionsShared: true,
  ShareDeleted: true,
  ShareReported: true,
  ShareCommented: true,
  ShareCommentDeleted: true,
  ShareCommentReported: true,
  ShareLiked: true,
  ShareUnliked: true,
  SharePassedOn: true,
  SharesViewed: true,
  ...deletionsOnly,
} as const satisfies Hearing<Known>
export type SharingFact = Heard<Known, typeof hearing>
export const sharingEvents = heardIn(hearing)

/**
 * What a batch adds is written first, and what it takes away at the end: rows of one share come from several streams, but each stream says
 * first what there is and then that it is gone. So the tables are the same however the log is cut into batches.
 */
export async function projectSharing(tx: Tx, facts: readonly Recorded<SharingFact>[]): Promise<readonly LiveChange[]> {
  const batch = sorted(facts)
  const counts = new Counts()
  await addShares(tx, batch)
  await addComments(tx, batch.comments, counts)
  await addReactions(tx, batch, counts)
  await addViews(tx, batch.views, counts)
  await addReports(tx, batch.reports)
  const erased = await erasedAmong(tx, batch)
  await removeComments(tx, batch.deletedComments, erased, counts)
  await removeReactions(tx, erased, counts)
  await counts.store(tx)
  const told = await placesOf(tx, [...counts.touched(), ...batch.shares.map(({ id }) => id), ...batch.deletedShares])
  const gone = await removeShares(tx, batch.deletedShares, erased)
  return changesOf([...told, ...gone], batch)
}

type Row<T extends keyof SharingTables> = SharingTables[T]

interface Batch {
  readonly shares: readonly Omit<Row<'shares'>, 'views' | 'likes' | 'shares' | 'comments'>[]
  readonly picks: readonly Row<'share_picks'>[]
  readonly comments: readonly Row<'share_comments'>[]
  /** What each player thinks of each share at the end. */
  readonly likes: readonly (Row<'share_likes'> & { readonly isLiked: boolean })[]
  readonly passes: readonly Row<'share_passes'>[]
  readonly views: readonly { readonly share_id: number; readonly day: string; readonly views: number }[]
  readonly reports: readonly Row<'share_reports'>[]
  readonly deletedShares: readonly number[]
  readonly deletedComments: readonly number[]
  readonly deletedUsers: readonly number[]
}

/** The rows that a batch is about. */
function sorted(facts: readonly Recorded<SharingFact>[]): Batch {
  const batch = {
    shares: [] as Batch['shares'][number][],
    picks: [] as Row<'share_picks'>[],
    comments: [] as Row<'share_comments'>[],
    passes: [] as Row<'share_passes'>[],
    reports: [] as Row<'share_reports'>[],
    deletedShares: [] as number[],
    deletedComments: [] as number[],
    deletedUsers: [] as number[],
  }
  const likes = new Map<string, Batch['likes'][number]>()
  const views = new Map<string, Batch['views'][number]>()
  for (const { type, data, metadata } of facts) {
    const { at } = metadata
    const day = at.slice(0, 10)
    switch (type) {
      case 'PredictionsShared': {
        const { shareId, userId, token, title, description, shareType, isPublic, picks } = data
        // Without its title it is of a deleted user.
        if (title === null) break
        batch.shares.push({
          ...{ id: shareId, token, user_id: userId, title, description },
          ...{ share_type: shareType, is_public: isPublic, created_at: at },
        })
        for (const { predictionId, fixtureId } of picks)
          batch.picks.push({ share_id: shareId, prediction_id: predictionId, fixture_id: fixtureId })
        break
      }
      case 'ShareDeleted':
        batch.deletedShares.push(data.shareId)
        break
      case 'ShareCommented': {
        const { commentId: id, shareId, userId, content } = data
        if (content !== null)
          batch.comments.push({ id, share_id: shareId, user_id: userId, content, created_at: at, day })
        break
      }
      case 'ShareCommentDeleted':
        batch.deletedComments.push(data.commentId)
        break
      case 'ShareReported':
      case 'ShareCommentReported':
        batch.reports.push({
          ...{ id: data.reportId, share_id: data.shareId, comment_id: 'commentId' in data ? data.commentId : null },
          ...{ reporter_id: data.reporterId, reason: data.reason, created_at: at },
        })
        break
      case 'ShareLiked':
      case 'ShareUnliked': {
        const row = { share_id: data.shareId, user_id: data.userId, liked_at: at, day }
        likes.set(`${data.shareId} ${data.userId}`, { ...row, isLiked: type === 'ShareLiked' })
        break
      }
      case 'SharePassedOn':
        batch.passes.push({ share_id: data.shareId, user_id: data.userId, day: data.day })
        break
      case 'SharesViewed':
        // Of one stream a day, in which the number of a share only grows.
        for (const each of data.shares)
          views.set(`${each.shareId} ${data.day}`, { share_id: each.shareId, day: data.day, views: each.views })
        break
      case 'UserDeleted':
        batch.deletedUsers.push(data.userId)
        break
    }
  }
  return { ...batch, likes: [...likes.values()], views: [...views.values()] }
}

const ids = (some: readonly number[]): RawBuilder<unknown> => sql`any(${[...some]}::int[])`
const json = (rows: readonly object[]): RawBuilder<unknown> => sql`${JSON.stringify(rows)}::jsonb`
/** Rows that a statement `changed` has put or taken, counted by share and day. */
const counted = sql`select share_id, day, count(*)::int as n from changed group by share_id, day`

async function addShares(tx: Tx, { shares, picks }: Batch): Promise<void> {
  if (shares.length === 0) return
  await sql`
    insert into shares (id, token, user_id, title, description, share_type, is_public, created_at)
    select id, token, user_id, title, description, share_type, is_public, created_at
    from jsonb_populate_recordset(null::shares, ${json(shares)})
  `.execute(tx)
  await sql`insert into share_picks select * from jsonb_populate_recordset(null::share_picks, ${json(picks)})`.execute(
    tx,
  )
}

/** A share that is not there is deleted, or of a deleted user: nothing is added to it any more. */
const standing = sql`exists (select from shares s where s.id = r.share_id)`

async function addComments(tx: Tx, comments: Batch['comments'], counts: Counts): Promise<void> {
  if (comments.length === 0) return
  const { rows } = await sql<Change>`
    with changed as (
      insert into share_comments select r.* from jsonb_populate_recordset(null::share_comments, ${json(comments)}) r
      where ${standing} returning share_id, day
    ) ${counted}
  `.execute(tx)
  counts.note('comments', rows)
}

async function addReactions(tx: Tx, { likes, passes }: Batch, counts: Counts): Promise<void> {
  if (likes.length > 0) {
    const { rows: before } = await sql<Change>`
      with changed as (
        delete from share_likes l using jsonb_populate_recordset(null::share_likes, ${json(likes)}) r
        where l.share_id = r.share_id and l.user_id = r.user_id returning l.share_id, l.day
      ) ${counted}
    `.execute(tx)
    counts.note('likes', before, -1)
    const { rows } = await sql<Change>`
      with changed as (
        insert into share_likes select r.*
        from jsonb_populate_recordset(null::share_likes, ${json(likes.filter(({ isLiked }) => isLiked))}) r
        where ${standing} returning share_id, day
      ) ${counted}
    `.execute(tx)
    counts.note('likes', rows)
  }
  if (passes.length > 0) {
    const { rows } = await sql<Change>`
      with changed as (
        insert into share_passes select r.* from jsonb_populate_recordset(null::share_passes, ${json(passes)}) r
        where ${standing} returning share_id, day
      ) ${counted}
    `.execute(tx)
    counts.note('shares', rows)
  }
}

async function addViews(tx: Tx, views: Batch['views'], counts: Counts): Promise<void> {
  if (views.length === 0) return
  const { rows } = await sql<Change>`
    select r.share_id, r.day, r.views - coalesce(d.views, 0) as n
    from jsonb_to_recordset(${json(views)}) as r (share_id int, day text, views int)
    left join share_days d on d.share_id = r.share_id and d.day = r.day
  `.execute(tx)
  counts.note('views', rows)
}

async function addReports(tx: Tx, reports: Batch['reports']): Promise<void> {
  if (reports.length === 0) return
  await sql`
    insert into share_reports select r.* from jsonb_populate_recordset(null::share_reports, ${json(reports)}) r
    where ${standing} and (r.comment_id is null or exists (select from share_comments c where c.id = r.comment_id))
  `.execute(tx)
}

/** Of everybody that the batch names, those who are deleted: also what stands behind the deletion in the log goes. */
async function erasedAmong(tx: Tx, batch: Batch): Promise<readonly number[]> {
  const { deletedUsers } = batch
  if (deletedUsers.length > 0)
    await sql`insert into erased (user_id) select unnest(${[...deletedUsers]}::int[]) on conflict do nothing`.execute(
      tx,
    )
  const rows = [...batch.shares, ...batch.comments, ...batch.likes, ...batch.passes]
  const named = new Set([
    ...rows.map(({ user_id }) => user_id),
    ...batch.reports.map(({ reporter_id }) => reporter_id),
    ...deletedUsers,
  ])
  if (named.size === 0) return []
  const { rows: erased } = await sql<{ user_id: number }>`
    select user_id from erased where user_id = ${ids([...named])}
  `.execute(tx)
  return erased.map(({ user_id }) => user_id)
}

async function removeComments(
  tx: Tx,
  deleted: readonly number[],
  erased: readonly number[],
  counts: Counts,
): Promise<void> {
  if (deleted.length === 0 && erased.length === 0) return
  const { rows } = await sql<Change>`
    with changed as (
      delete from share_comments where id = ${ids(deleted)} or user_id = ${ids(erased)} returning id, share_id, day
    ), reports as (
      delete from share_reports where comment_id in (select id from changed) or reporter_id = ${ids(erased)}
    ) ${counted}
  `.execute(tx)
  counts.note('comments', rows, -1)
}

async function removeReactions(tx: Tx, erased: readonly number[], counts: Counts): Promise<void> {
  if (erased.length === 0) return
  const { rows: likes } = await sql<Change>`
    with changed as (delete from share_likes where user_id = ${ids(erased)} returning share_id, day) ${counted}
  `.execute(tx)
  counts.note('likes', likes, -1)
  const { rows: passes } = await sql<Change>`
    with changed as (delete from share_passes where user_id = ${ids(erased)} returning share_id, day) ${counted}
  `.execute(tx)
  counts.note('shares', passes, -1)
}

type Place = Pick<Row<'shares'>, 'token' | 'user_id' | 'is_public'>

/** Whom the shares concern. */
async function placesOf(tx: Tx, shareIds: readonly number[]): Promise<readonly Place[]> {
  if (shareIds.length === 0) return []
  const { rows } = await sql<Place>`
    select token, user_id, is_public from shares where id = ${ids(shareIds)} order by id
  `.execute(tx)
  return rows
}

/** Shares go with everything on them. Gives those of deleted users. */
async function removeShares(tx: Tx, deleted: readonly number[], erased: readonly number[]): Promise<readonly Place[]> {
  if (deleted.length === 0 && erased.length === 0) return []
  const { rows } = await sql<Place & { id: number }>`
    delete from shares where id = ${ids(deleted)} or user_id = ${ids(erased)} returning id, token, user_id, is_public
  `.execute(tx)
  if (rows.length === 0) return []
  const gone = ids(rows.map(({ id }) => id))
  for (const table of ['share_picks', 'share_likes', 'share_passes', 'share_comments', 'share_days', 'share_reports'])
    await sql`delete from ${sql.id(table)} where share_id = ${gone}`.execute(tx)
  return rows
}

/** A change of a public share is everybody's to see. Of a private one only its owner hears, and who has opened its page. */
function changesOf(places: readonly Place[], batch: Batch): LiveChange[] {
  const rooms = places.flatMap(({ token, user_id, is_public }) =>
    is_public ? ['all'] : [`share:${token}`, `user:${user_id}`],
  )
  const changes: LiveChange[] = [...new Set(rooms)].map((room) => ({ room, topic: 'shares' }))
  const concernsReports = [batch.reports, batch.deletedShares, batch.deletedComments, batch.deletedUsers]
  if (concernsReports.some(({ length }) => length > 0)) changes.push({ room: 'admins', topic: 'reports' })
  return changes
}
