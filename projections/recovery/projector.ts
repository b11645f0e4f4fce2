import { accountEvents } from '../../src/areas/accounts/events.ts'
import { recoveryEvents } from '../../src/areas/recovery/events.ts'
import { recoveryTables } from '../../src/areas/recovery/tables.ts'
import { type EventsOf, only, typesOf } from '../../src/kernel/declared-events.ts'
import type { Recorded } from '../../src/kernel/event.ts'
import { foldRows } from '../../src/slice/fold-rows.ts'
import type { LiveChange, ProjectionGroup } from '../../src/slice/group.ts'
import { type TablesOf, tablesFor } from '../../src/slice/table.ts'

type RecoveryTables = TablesOf<typeof recoveryTables>
type Row = RecoveryTables['recovery']

const handled = { ...recoveryEvents, ...only(accountEvents, 'UserPasswordChanged', 'UserDeleted') }
type Fact = EventsOf<typeof handled>

const REQUESTS = new Set<Fact['type']>([
  'AdminResetRequested',
  'AdminResetClosed',
  'UserPasswordChanged',
  'UserDeleted',
])

/** Events that change the person's own profile. */
const OWN = new Set<Fact['type']>(['EmailChanged', 'EmailConfirmed', 'SecurityQuestionChanged'])

/** Recovery data of people, and requests that wait for an administrator. */
export const recoveryGroup: ProjectionGroup<RecoveryTables, Fact> = {
  name: 'recovery',
  version: 3,
  events: typesOf(handled),
  ...tablesFor(recoveryTables),
  async project(tx, facts) {
    await foldRows(tx, 'recovery', facts, fold)
    return changesOf(facts)
  },
}

function fold(row: Row | null, fact: Recorded<Fact>): Row | null {
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
      return null
  }
}

function changesOf(facts: readonly Recorded<Fact>[]): LiveChange[] {
  const own = new Set(facts.flatMap(({ type, data: { userId } }) => (OWN.has(type) ? userId : [])))
  const changes: LiveChange[] = [...own].map((id) => ({ room: `user:${id}`, topic: 'user' }))
  if (facts.some(({ type }) => REQUESTS.has(type))) changes.push({ room: 'admins', topic: 'reset-requests' })
  return changes
}
