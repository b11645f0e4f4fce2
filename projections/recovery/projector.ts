import { sql, type Transaction } from 'kysely'
import { type AccountEvent, deletionsOnly } from '../../src/accounts/events.ts'
import { type Heard, type Hearing, heardIn, type Recorded } from '../../src/kernel/event.ts'
import type { RecoveryEvent } from '../../src/recovery/events.ts'
import type { LiveChange, ProjectionGroup } from '../../src/slice/group.ts'
import { type RecoveryTables, recoveryDdl, recoveryIndexes, recoveryVersion, recoveryViews } from './tables.ts'

type Row = RecoveryTables['recovery']

const hearing = {
  EmailChanged: true,
  EmailConfirmed: true,
  SecurityQuestionChanged: true,
  AdminResetRequested: true,
  AdminResetClosed: true,
  ...deletionsOnly,
  UserPasswordChanged: true,
} as const satisfies Hearing<RecoveryEvent | AccountEvent>
type Fact = Heard<RecoveryEvent | AccountEvent, typeof hearing>

const REQUESTS = new Set<Fact['type']>([
  'AdminResetRequested',
  'AdminResetClosed',
  'UserPasswordChanged',
  'UserDeleted',
])

/** What the profile of the person says. */
const OWN = new Set<Fact['type']>(['EmailChanged', 'EmailConfirmed', 'SecurityQuestionChanged'])

/** What people can get back in with, and who waits for an administrator. */
export const recoveryGroup: ProjectionGroup<RecoveryTables, Fact> = {
  name: 'recovery',
  version: recoveryVersion,
  events: heardIn(hearing),
  ddl: recoveryDdl,
  indexes: recoveryIndexes,
  views: recoveryViews,
  /** Folds the batch over the rows it touches; of deleted users nothing stays, also not what stands after the deletion in the log. */
  async project(tx, facts) {
    const deleted = new Set(facts.flatMap(({ type, data }) => (type === 'UserDeleted' ? [data.userId] : [])))
    if (deleted.size > 0)
      await sql`insert into erased (user_id) select unnest(${[...deleted]}::int[]) on conflict do nothing`.execute(tx)
    const rows = await rowsOf(tx, [...new Set(facts.map(({ data }) => data.userId))])
    const before = new Set(rows.keys())
    for (const fact of facts) {
      const row = fold(rows.get(fact.data.userId), fact)
      if (row) rows.set(row.user_id, row)
      else rows.delete(fact.data.userId)
    }
    await remove(
      tx,
      [...before].filter((id) => !rows.has(id) || deleted.has(id)),
    )
    await save(tx, [...rows.values()])
    return changesOf(facts)
  },
}

function fold(row: Row | undefined, fact: Recorded<Fact>): Row | undefined {
  const { at } = fact.metadata
  const closed = { reset_reason: null, reset_requested_at: null }
  const mine = row ?? {
    user_id: fact.data.userId,
    ...{ email: null, email_confirmed_at: null, security_question: null },
    ...closed,
  }
  switch (fact.type) {
    case 'EmailChanged':
      return { ...mine, email: fact.data.email ?? null, email_confirmed_at: null }
    case 'EmailConfirmed':
      return { ...mine, email_confirmed_at: at }
    case 'SecurityQuestionChanged':
      return { ...mine, security_question: fact.data.question ?? null }
    case 'AdminResetRequested':
      return { ...mine, reset_reason: fact.data.reason ?? null, reset_requested_at: at }
    case 'AdminResetClosed':
    case 'UserPasswordChanged':
      return row && { ...row, ...closed }
    case 'UserDeleted':
      return undefined
  }
}

async function rowsOf(tx: Transaction<RecoveryTables>, ids: readonly number[]): Promise<Map<number, Row>> {
  const rows = await tx
    .selectFrom('recovery')
    .selectAll()
    .where('user_id', '=', sql<number>`any(${ids}::int[])`)
    .execute()
  return new Map(rows.map((row) => [row.user_id, row]))
}

async function remove(tx: Transaction<RecoveryTables>, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await tx.deleteFrom('recovery').where('user_id', '=', sql<number>`any(${ids}::int[])`).execute()
}

async function save(tx: Transaction<RecoveryTables>, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into recovery (user_id, email, email_confirmed_at, security_question, reset_reason, reset_requested_at)
    select user_id, email, email_confirmed_at, security_question, reset_reason, reset_requested_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (
      user_id int, email text, email_confirmed_at timestamptz, security_question text, reset_reason text,
      reset_requested_at timestamptz)
    where not exists (select from erased e where e.user_id = r.user_id)
    on conflict (user_id) do update set
      email = excluded.email, email_confirmed_at = excluded.email_confirmed_at,
      security_question = excluded.security_question, reset_reason = excluded.reset_reason,
      reset_requested_at = excluded.reset_requested_at
  `.execute(tx)
}

function changesOf(facts: readonly Recorded<Fact>[]): LiveChange[] {
  const own = new Set(facts.flatMap(({ type, data: { userId } }) => (OWN.has(type) ? userId : [])))
  const changes: LiveChange[] = [...own].map((id) => ({ room: `user:${id}`, topic: 'user' }))
  if (facts.some(({ type }) => REQUESTS.has(type))) changes.push({ room: 'admins', topic: 'reset-requests' })
  return changes
}
