import { type RawBuilder, sql } from 'kysely'
import type { Page } from '../../contracts/common.ts'
import { totalOf } from '../../kernel/total.ts'
import { type PersonRow, personJson, personOf } from '../../slice/person.ts'
import { type ReadDb, type ReadModels, wide } from '../../slice/read-models.ts'
import type { Feedback, FeedbackCategory, FeedbackCounts, FeedbackSort, FeedbackStatus } from './contract.ts'
import { BY_STATUS } from './tables.ts'

interface FeedbackQuery extends Page {
  readonly category?: FeedbackCategory | undefined
  readonly status?: FeedbackStatus | undefined
  /** Whether to return the reader’s own entries only. */
  readonly isMine?: boolean
  readonly sort: FeedbackSort
}

const entries = (db: ReadDb, readerId: number) =>
  db
    .selectFrom('read.feedback as f')
    .leftJoin('read.people as p', 'p.id', 'f.user_id')
    .leftJoin('read.people as a', 'a.id', 'f.answered_by_user_id')
    .selectAll('f')
    .select(['p.username', 'p.display_name', 'p.profile_image'])
    .select(personJson('a').$castTo<PersonRow>().as('answered_by'))
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('read.feedback_votes as v')
          .select('v.user_id')
          .whereRef('v.feedback_id', '=', 'f.id')
          .where('v.user_id', '=', wide(readerId)),
      ).as('has_voted'),
    )

/** Sort orders; ties are newest first. */
const ORDERS = {
  newest: sql`f.id desc`,
  votes: sql`f.votes desc, f.id desc`,
  open: sql`${sql.raw(BY_STATUS)}, f.id desc`,
} satisfies Readonly<Record<FeedbackSort, RawBuilder<unknown>>>

/** A page of feedback for a reader, and the total number of entries. */
export async function listFeedback(
  db: ReadDb,
  readerId: number,
  query: FeedbackQuery,
): Promise<{ body: Feedback[]; total: number }> {
  const { category, status, isMine, sort, limit, offset } = query
  const fits = sql<boolean>`${sql.join(
    [
      sql`true`,
      ...(category === undefined ? [] : [sql`f.category = ${category}`]),
      ...(status === undefined ? [] : [sql`f.status = ${status}`]),
      ...(isMine ? [sql`f.user_id = ${wide(readerId)}`] : []),
    ],
    sql` and `,
  )}`
  // The total is counted separately and the page is selected first, so that joins run only for the rows of the page.
  const total = sql<number>`(select count(*)::int from read.feedback f where ${fits})`
  const page = db
    .selectFrom('read.feedback as f')
    .select('f.id')
    .where(fits)
    .orderBy(ORDERS[sort])
    .limit(limit)
    .offset(offset)
  const rows = await entries(db, readerId)
    .select(total.as('total'))
    .where('f.id', 'in', page)
    .orderBy(ORDERS[sort])
    .execute()
  return {
    body: rows.map((row) => feedbackOf(row, readerId)),
    total: await totalOf(rows, query, (first) => listFeedback(db, readerId, { ...query, ...first })),
  }
}

/** One entry for a reader; undefined: not projected yet. */
export async function feedbackById(db: ReadDb, readerId: number, id: number): Promise<Feedback | undefined> {
  const row = await entries(db, readerId).where('f.id', '=', wide(id)).executeTakeFirst()
  return row && feedbackOf(row, readerId)
}

/** Number of entries by status. */
export async function countFeedback(db: ReadDb): Promise<FeedbackCounts> {
  const rows = await db
    .selectFrom('read.feedback')
    .select(['status', sql<number>`count(*)::int`.as('count')])
    .groupBy('status')
    .execute()
  const none: FeedbackCounts = { open: 0, 'in-progress': 0, resolved: 0, closed: 0 }
  return Object.assign(none, Object.fromEntries(rows.map(({ status, count }) => [status, count])))
}

/** A player with their name; `id` is null once they are deleted. */
export const namedOf = (id: number | null, person: PersonRow) => ({
  id: person.username === null ? null : id,
  ...personOf(person),
})

interface Row extends Readonly<ReadModels['read.feedback']>, PersonRow {
  readonly answered_by: PersonRow
  readonly has_voted: unknown
}

const feedbackOf = (row: Row, readerId: number): Feedback => ({
  id: row.id,
  category: row.category,
  title: row.title,
  description: row.description,
  priority: row.priority,
  status: row.status,
  adminResponse: row.admin_response,
  respondedBy: row.admin_response === null ? null : namedOf(row.answered_by_user_id, row.answered_by),
  respondedAt: row.answered_at,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  user: namedOf(row.user_id, row),
  votes: row.votes,
  hasVoted: row.has_voted === true,
  isMine: row.user_id === readerId,
})
