import { sql, type Transaction } from 'kysely'
import { type AccountEvent, deletionsOnly } from '../../src/accounts/events.ts'
import type { FeedbackEvent, FeedbackVoteEvent } from '../../src/feedback/events.ts'
import { type Heard, type Hearing, heardIn, type Recorded } from '../../src/kernel/event.ts'
import type { LiveChange } from '../../src/slice/group.ts'
import type { FeedbackTables } from './tables.ts'

type Tx = Transaction<FeedbackTables>
type Row = FeedbackTables['feedback']

type Known = FeedbackEvent | FeedbackVoteEvent | AccountEvent
const hearing = {
  FeedbackSubmitted: true,
  FeedbackAnswered: true,
  FeedbackVoted: true,
  FeedbackVoteTakenBack: true,
  ...deletionsOnly,
} as const satisfies Hearing<Known>
export type FeedbackFact = Heard<Known, typeof hearing>
export const feedbackEvents = heardIn(hearing)

/** A player and a feedback, and whether the batch leaves a vote there. */
interface Vote {
  readonly feedback_id: number
  readonly user_id: number
  readonly stands: boolean
}

/** Folds a batch over the rows it touches, then its votes; what names deleted players goes at the end. */
export async function projectFeedback(
  tx: Tx,
  facts: readonly Recorded<FeedbackFact>[],
): Promise<readonly LiveChange[]> {
  const rows = await answeredIn(tx, facts)
  const changed = new Map<number, Row>()
  const votes = new Map<string, Vote>()
  const named = new Set<number>()
  const erased: number[] = []
  for (const fact of facts) {
    switch (fact.type) {
      case 'UserDeleted':
        erased.push(fact.data.userId)
        break
      case 'FeedbackVoted':
      case 'FeedbackVoteTakenBack': {
        const { feedbackId: feedback_id, userId: user_id } = fact.data
        votes.set(`${feedback_id} ${user_id}`, { feedback_id, user_id, stands: fact.type === 'FeedbackVoted' })
        named.add(user_id)
        break
      }
      default: {
        const { feedbackId } = fact.data
        const row = foldFeedback(changed.get(feedbackId) ?? rows.get(feedbackId), fact)
        changed.set(feedbackId, row)
        named.add(fact.type === 'FeedbackSubmitted' ? fact.data.userId : fact.data.by)
      }
    }
  }
  await saveFeedback(tx, [...changed.values()])
  await saveVotes(tx, [...votes.values()])
  await erase(tx, erased, [...named])
  return [{ room: 'all', topic: 'feedback' }]
}

/** Rows that the batch changes but does not make. */
async function answeredIn(tx: Tx, facts: readonly Recorded<FeedbackFact>[]): Promise<ReadonlyMap<number, Row>> {
  const ids = facts.flatMap(({ type, data }) => (type === 'FeedbackAnswered' ? data.feedbackId : []))
  if (ids.length === 0) return new Map()
  const rows = await tx.selectFrom('feedback').selectAll().where('id', '=', sql<number>`any(${ids}::int[])`).execute()
  return new Map(rows.map((row) => [row.id, row]))
}

function foldFeedback(row: Row | undefined, { type, data, metadata: { at } }: Recorded<FeedbackEvent>): Row {
  if (type === 'FeedbackSubmitted') {
    const { feedbackId: id, userId: user_id, category, title, description, priority } = data
    const times = { created_at: at, updated_at: at }
    const unanswered = { status: 'open', admin_response: null, answered_by_user_id: null, answered_at: null } as const
    return { id, user_id, category, title, description, priority, ...unanswered, ...times, votes: 0 }
  }
  if (!row) throw new Error(`feedback ${data.feedbackId} is answered and was never given`)
  const { status, adminResponse: admin_response, by } = data
  const isSame = admin_response === row.admin_response
  const answered = admin_response === null ? { by: null, at: null } : { by, at }
  return {
    ...row,
    ...(isSame ? {} : { admin_response, answered_by_user_id: answered.by, answered_at: answered.at }),
    status,
    updated_at: at,
  }
}

async function saveFeedback(tx: Tx, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into feedback select * from jsonb_populate_recordset(null::feedback, ${JSON.stringify(rows)}::jsonb)
    on conflict (id) do update set status = excluded.status, admin_response = excluded.admin_response,
      answered_by_user_id = excluded.answered_by_user_id, answered_at = excluded.answered_at, updated_at = excluded.updated_at
  `.execute(tx)
}

/** The last that was said of each vote holds. What is counted are rows that really came or went. */
async function saveVotes(tx: Tx, votes: readonly Vote[]): Promise<void> {
  if (votes.length === 0) return
  await sql`
    with said as (
      select * from jsonb_to_recordset(${JSON.stringify(votes)}::jsonb) as v (feedback_id int, user_id int, stands boolean)
    ), came as (
      insert into votes (feedback_id, user_id) select feedback_id, user_id from said where stands
      on conflict do nothing returning feedback_id
    ), went as (
      delete from votes v using said s
      where not s.stands and v.feedback_id = s.feedback_id and v.user_id = s.user_id returning v.feedback_id
    ), moved as (
      select feedback_id, sum(n)::int as n
      from (select feedback_id, 1 as n from came union all select feedback_id, -1 from went) each group by feedback_id
    )
    update feedback f set votes = f.votes + m.n from moved m where f.id = m.feedback_id
  `.execute(tx)
}

/** Names of deleted players go, with their votes; also what stands behind the deletion in the log. */
async function erase(tx: Tx, userIds: readonly number[], named: readonly number[]): Promise<void> {
  if (userIds.length > 0)
    await sql`insert into erased (user_id) select unnest(${[...userIds]}::int[]) on conflict do nothing`.execute(tx)
  const { rows } = await sql<{ user_id: number }>`
    select user_id from erased where user_id = any(${[...userIds, ...named]}::int[])
  `.execute(tx)
  if (rows.length === 0) return
  const gone = sql`any(${rows.map(({ user_id }) => user_id)}::int[])`
  await sql`
    with went as (delete from votes where user_id = ${gone} returning feedback_id)
    update feedback f set votes = f.votes - w.n
    from (select feedback_id, count(*)::int as n from went group by feedback_id) w where f.id = w.feedback_id
  `.execute(tx)
  await sql`update feedback set user_id = null where user_id = ${gone}`.execute(tx)
  await sql`update feedback set answered_by_user_id = null where answered_by_user_id = ${gone}`.execute(tx)
}
