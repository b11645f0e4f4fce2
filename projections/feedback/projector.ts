import { sql, type Transaction } from 'kysely'
import { accountEvents } from '../../src/areas/accounts/events.ts'
import { type FeedbackEvent, feedbackEvents, feedbackVoteEvents } from '../../src/areas/feedback/events.ts'
import { feedbackTables } from '../../src/areas/feedback/tables.ts'
import { type EventsOf, typesOf } from '../../src/kernel/declared-events.ts'
import type { Recorded } from '../../src/kernel/event.ts'
import { saveRows } from '../../src/slice/fold-rows.ts'
import type { LiveChange, ProjectionGroup } from '../../src/slice/group.ts'
import { erasePeople, rememberErased, type TablesOf, tablesFor } from '../../src/slice/table.ts'

type FeedbackTables = TablesOf<typeof feedbackTables>
type Tx = Transaction<FeedbackTables>
type Row = FeedbackTables['feedback']

const handled = { ...feedbackEvents, ...feedbackVoteEvents, UserDeleted: accountEvents.UserDeleted }
type FeedbackFact = EventsOf<typeof handled>

/** A player's vote on a feedback after the batch: cast or withdrawn. */
interface Vote {
  readonly feedback_id: number
  readonly user_id: number
  readonly isCast: boolean
}

/** Folds a batch over the rows it changes, then its votes. Rows and names of deleted players are removed at the end. */
async function projectFeedback(tx: Tx, facts: readonly Recorded<FeedbackFact>[]): Promise<readonly LiveChange[]> {
  const rows = await answeredIn(tx, facts)
  const changed = new Map<number, Row>()
  const votes = new Map<string, Vote>()
  const named = new Set<number>()
  for (const fact of facts) {
    switch (fact.type) {
      case 'UserDeleted':
        break
      case 'FeedbackVoted':
      case 'FeedbackVoteTakenBack': {
        const { feedbackId: feedback_id, userId: user_id } = fact.data
        votes.set(`${feedback_id} ${user_id}`, { feedback_id, user_id, isCast: fact.type === 'FeedbackVoted' })
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
  await saveRows(tx, 'feedback', feedbackTables.public.feedback, [...changed.values()])
  await saveVotes(tx, [...votes.values()])
  await erase(tx, await rememberErased(tx, facts, named))
  return [{ room: 'all', topic: 'feedback' }]
}

/** Reads the existing rows that the batch changes. */
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
  if (!row) throw new Error(`feedback ${data.feedbackId} is answered, but was never submitted`)
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

/** Stores the last state of each vote. The count changes by the number of rows inserted and deleted. */
async function saveVotes(tx: Tx, votes: readonly Vote[]): Promise<void> {
  if (votes.length === 0) return
  await sql`
    with changed as (
      select * from jsonb_to_recordset(${JSON.stringify(votes)}::jsonb) as v (feedback_id int, user_id int, "isCast" boolean)
    ), added as (
      insert into feedback_votes (feedback_id, user_id) select feedback_id, user_id from changed where "isCast"
      on conflict do nothing returning feedback_id
    ), removed as (
      delete from feedback_votes v using changed c
      where not c."isCast" and v.feedback_id = c.feedback_id and v.user_id = c.user_id returning v.feedback_id
    ), moved as (
      select feedback_id, sum(n)::int as n
      from (select feedback_id, 1 as n from added union all select feedback_id, -1 from removed) each group by feedback_id
    )
    update feedback f set votes = f.votes + m.n from moved m where f.id = m.feedback_id
  `.execute(tx)
}

/** Removes the votes and the names of erased people. */
async function erase(tx: Tx, people: ReadonlySet<number>): Promise<void> {
  if (people.size === 0) return
  await sql`
    update feedback f set votes = f.votes - gone.n
    from (select feedback_id, count(*)::int as n from feedback_votes where user_id = any(${[...people]}::int[]) group by feedback_id) gone
    where f.id = gone.feedback_id`.execute(tx)
  await erasePeople(tx, feedbackTables, people)
}

/** Feedback with the administrators' answers, and its votes. */
export const feedbackGroup: ProjectionGroup<FeedbackTables, FeedbackFact> = {
  name: 'feedback',
  version: 2,
  events: typesOf(handled),
  ...tablesFor(feedbackTables),
  project: projectFeedback,
}
