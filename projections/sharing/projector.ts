import { type RawBuilder, sql, type Transaction } from 'kysely'
import { accountEvents } from '../../src/areas/accounts/events.ts'
import {
  shareCommentEvents,
  shareEvents,
  shareReactionEvents,
  shareViewsEvents,
} from '../../src/areas/sharing/events.ts'
import { shareTables } from '../../src/areas/sharing/tables.ts'
import { type EventsOf, typesOf } from '../../src/kernel/declared-events.ts'
import type { Recorded } from '../../src/kernel/event.ts'
import type { LiveChange, ProjectionGroup } from '../../src/slice/group.ts'
import { erasePeople, rememberErased, type TablesOf, tablesFor } from '../../src/slice/table.ts'

type SharingTables = TablesOf<typeof shareTables>
type Tx = Transaction<SharingTables>

const handled = {
  ...shareEvents,
  ...shareCommentEvents,
  ...shareReactionEvents,
  ...shareViewsEvents,
  UserDeleted: accountEvents.UserDeleted,
}
type SharingFact = EventsOf<typeof handled>

/** Shares with their likes, comments, views and reports. */
export const sharingGroup: ProjectionGroup<SharingTables, SharingFact> = {
  name: 'sharing',
  version: 4,
  events: typesOf(handled),
  ...tablesFor(shareTables),
  project,
}

/**
 * Writes additions before removals: rows of one share come from several streams, and in each stream a removal follows its addition.
 * The tables therefore do not depend on batch sizes.
 */
async function project(tx: Tx, facts: readonly Recorded<SharingFact>[]): Promise<readonly LiveChange[]> {
  const batch = sorted(facts)
  await sql`insert into shares select * from jsonb_populate_recordset(null::shares, ${json(batch.shares)})`.execute(tx)
  await add(tx, 'share_picks', batch.picks)
  await add(tx, 'share_comments', batch.comments)
  await replaceLikes(tx, batch.likes)
  await add(tx, 'share_passes', batch.passes)
  await addViews(tx, batch.views)
  await add(tx, 'share_reports', batch.reports, commentExists)
  await removeReports(tx, batch.dismissed)
  const erased = await rememberErased(tx, facts, peopleIn(batch))
  const changed = [...batch.changed, ...(await reactedTo(tx, erased))]
  const audiences = await audiencesOf(tx, changed, erased)
  await removeComments(tx, batch.deletedComments, erased)
  await removeShares(tx, batch.deletedShares, erased)
  await erasePeople(tx, shareTables, erased)
  await recount(tx, [...changed, ...batch.views.map(({ share_id }) => share_id)])
  return changesOf(audiences, facts)
}

type Row<T extends keyof SharingTables> = SharingTables[T]

/** Collects the rows of a batch by table. */
function sorted(facts: readonly Recorded<SharingFact>[]) {
  const batch = {
    shares: [] as Row<'shares'>[],
    picks: [] as Row<'share_picks'>[],
    comments: [] as Row<'share_comments'>[],
    passes: [] as Row<'share_passes'>[],
    reports: [] as Row<'share_reports'>[],
    dismissed: [] as number[],
    deletedShares: [] as number[],
    deletedComments: [] as number[],
    /** Shares with changed content or counts, except views. */
    changed: new Set<number>(),
  }
  const likes = new Map<string, Row<'share_likes'> & { readonly isLiked: boolean }>()
  const views = new Map<string, Pick<Row<'share_days'>, 'share_id' | 'day' | 'views'>>()
  for (const { type, data, metadata } of facts) {
    const { at } = metadata
    const day = at.slice(0, 10)
    switch (type) {
      case 'PredictionsShared': {
        const { shareId, userId, token, title, description, shareType, isPublic, picks } = data
        // A share without a title belongs to a deleted user.
        if (title === null) break
        batch.shares.push({
          ...{ id: shareId, token, user_id: userId, title, description },
          ...{ share_type: shareType, is_public: isPublic, created_at: at },
          ...{ views: 0, likes: 0, shares: 0, comments: 0 },
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
        continue
      case 'ShareReportDismissed':
      case 'ShareCommentReportDismissed':
        batch.dismissed.push(data.reportId)
        continue
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
        // There is one stream per day, in which the number of a share only increases.
        for (const each of data.shares)
          views.set(`${each.shareId} ${data.day}`, { share_id: each.shareId, day: data.day, views: each.views })
        continue
      case 'UserDeleted':
        continue
      default:
        data satisfies never
        continue
    }
    batch.changed.add(data.shareId)
  }
  return { ...batch, likes: [...likes.values()], views: [...views.values()] }
}

type Batch = ReturnType<typeof sorted>

const ids = (some: Iterable<number>): RawBuilder<unknown> => sql`any(${[...some]}::int[])`
const json = (rows: readonly object[]): RawBuilder<unknown> => sql`${JSON.stringify(rows)}::jsonb`

/** A share without a row is deleted or belongs to a deleted user: nothing is added to it. */
const shareExists = sql`exists (select from shares s where s.id = r.share_id)`
const commentExists = sql`and (r.comment_id is null or exists (select from share_comments c where c.id = r.comment_id))`

async function add(
  tx: Tx,
  table: keyof SharingTables,
  rows: readonly object[],
  and: RawBuilder<unknown> = sql``,
): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into ${sql.id(table)} select r.* from jsonb_populate_recordset(null::${sql.id(table)}, ${json(rows)}) r
    where ${shareExists} ${and}
  `.execute(tx)
}

/** Replaces the row of a player and share by their last event in the batch. */
async function replaceLikes(tx: Tx, likes: Batch['likes']): Promise<void> {
  if (likes.length === 0) return
  await sql`
    delete from share_likes l using jsonb_populate_recordset(null::share_likes, ${json(likes)}) r
    where l.share_id = r.share_id and l.user_id = r.user_id
  `.execute(tx)
  await add(
    tx,
    'share_likes',
    likes.filter(({ isLiked }) => isLiked),
  )
}

async function addViews(tx: Tx, views: Batch['views']): Promise<void> {
  if (views.length === 0) return
  await sql`
    insert into share_days select r.share_id, r.day, r.views, 0, 0, 0
    from jsonb_populate_recordset(null::share_days, ${json(views)}) r where ${shareExists}
    on conflict (share_id, day) do update set views = excluded.views
  `.execute(tx)
}

const peopleIn = ({ shares, comments, likes, passes, reports }: Batch): readonly number[] => [
  ...[...shares, ...comments, ...likes, ...passes].map(({ user_id }) => user_id),
  ...reports.map(({ reporter_id }) => reporter_id),
]

/** Returns the shares that erased people liked, passed on or commented on. */
async function reactedTo(tx: Tx, people: ReadonlySet<number>): Promise<readonly number[]> {
  if (people.size === 0) return []
  const { rows } = await sql<{ share_id: number }>`
    select share_id from share_likes where user_id = ${ids(people)}
    union select share_id from share_passes where user_id = ${ids(people)}
    union select share_id from share_comments where user_id = ${ids(people)}
  `.execute(tx)
  return rows.map(({ share_id }) => share_id)
}

type Audience = Pick<Row<'shares'>, 'token' | 'user_id' | 'is_public'>

/** Returns the audiences of changed shares and of shares by erased people. */
async function audiencesOf(
  tx: Tx,
  changed: readonly number[],
  erased: ReadonlySet<number>,
): Promise<readonly Audience[]> {
  if (changed.length + erased.size === 0) return []
  const { rows } = await sql<Audience>`
    select token, user_id, is_public from shares where id = ${ids(changed)} or user_id = ${ids(erased)} order by id
  `.execute(tx)
  return rows
}

async function removeReports(tx: Tx, dismissed: readonly number[]): Promise<void> {
  if (dismissed.length > 0) await sql`delete from share_reports where id = ${ids(dismissed)}`.execute(tx)
}

/** Removes reports of comments that are deleted now or with their authors, and the deleted comments. */
async function removeComments(tx: Tx, deleted: readonly number[], erased: ReadonlySet<number>): Promise<void> {
  if (deleted.length + erased.size === 0) return
  await sql`
    delete from share_reports where comment_id in (
      select id from share_comments where id = ${ids(deleted)} or user_id = ${ids(erased)})
  `.execute(tx)
  await sql`delete from share_comments where id = ${ids(deleted)}`.execute(tx)
}

/** Removes shares with all rows that belong to them. */
async function removeShares(tx: Tx, deleted: readonly number[], erased: ReadonlySet<number>): Promise<void> {
  if (deleted.length + erased.size === 0) return
  const { rows } = await sql<{ id: number }>`
    delete from shares where id = ${ids(deleted)} or user_id = ${ids(erased)} returning id
  `.execute(tx)
  if (rows.length === 0) return
  const gone = ids(rows.map(({ id }) => id))
  for (const table of ['share_picks', 'share_likes', 'share_passes', 'share_comments', 'share_days', 'share_reports'])
    await sql`delete from ${sql.id(table)} where share_id = ${gone}`.execute(tx)
}

/** Recalculates the counts of shares per day and in total. A day without counts has no row. */
async function recount(tx: Tx, shareIds: readonly number[]): Promise<void> {
  if (shareIds.length === 0) return
  const touched = ids(new Set(shareIds))
  await sql`
    insert into share_days
    select share_id, day, sum(views), sum(likes), sum(shares), sum(comments) from (
      select share_id, day, views, 0 as likes, 0 as shares, 0 as comments from share_days
      union all select share_id, day, 0, 1, 0, 0 from share_likes
      union all select share_id, day, 0, 0, 1, 0 from share_passes
      union all select share_id, day, 0, 0, 0, 1 from share_comments
    ) counted where share_id = ${touched} group by share_id, day
    on conflict (share_id, day) do update
      set likes = excluded.likes, shares = excluded.shares, comments = excluded.comments
  `.execute(tx)
  await sql`
    delete from share_days where share_id = ${touched} and views = 0 and likes = 0 and shares = 0 and comments = 0
  `.execute(tx)
  await sql`
    update shares s set (views, likes, shares, comments) = (
      select coalesce(sum(d.views), 0), coalesce(sum(d.likes), 0), coalesce(sum(d.shares), 0), coalesce(sum(d.comments), 0)
      from share_days d where d.share_id = s.id)
    where s.id = ${touched}
  `.execute(tx)
}

/** Events after which the list of reports may differ. */
const OF_REPORTS: ReadonlySet<string> = new Set([
  ...['ShareReported', 'ShareCommentReported', 'ShareReportDismissed', 'ShareCommentReportDismissed'],
  ...['ShareDeleted', 'ShareCommentDeleted', 'UserDeleted'],
])

/** A public share notifies all sockets, a private one its owner and those with its page open. */
function changesOf(audiences: readonly Audience[], facts: readonly Recorded<SharingFact>[]): LiveChange[] {
  const rooms = audiences.flatMap(({ token, user_id, is_public }) =>
    is_public ? ['all'] : [`share:${token}`, `user:${user_id}`],
  )
  const changes: LiveChange[] = [...new Set(rooms)].map((room) => ({ room, topic: 'shares' }))
  if (facts.some(({ type }) => OF_REPORTS.has(type))) changes.push({ room: 'admins', topic: 'reports' })
  return changes
}
