import { sql, type Transaction } from 'kysely'
import type { AccountEvent } from '../../src/accounts/events.ts'
import type { Recorded, RecordedEvent } from '../../src/kernel/event.ts'
import { type Namings, ownerOf, peopleOf } from '../../src/kernel/naming.ts'
import type { ProjectionGroup } from '../../src/slice/group.ts'
import type { TracesTables } from './tables.ts'

type Trace = TracesTables['traces']
type Tracing = Required<Pick<ProjectionGroup<TracesTables>, 'concerns' | 'project'>>

/** Notes who did an event and whom it names. */
export function createTracing(namings: Namings): Tracing {
  const peopleIn = (event: RecordedEvent) => peopleOf(event, namings[event.type]!)

  /** What a batch adds: a row for each person and stream. */
  function tracesOf(facts: readonly RecordedEvent[]): readonly Trace[] {
    const traces = new Map<string, Trace>()
    for (const fact of facts) {
      const { stream, revision } = fact
      const owner = ownerOf(fact, namings[fact.type]!)
      for (const user_id of peopleIn(fact)) {
        const key = `${user_id} ${stream}`
        const before = traces.get(key) ?? { user_id, stream, is_own: false, revisions: [] }
        const is_own = before.is_own || owner === user_id
        traces.set(key, { ...before, is_own, revisions: is_own ? [] : [...before.revisions, revision] })
      }
    }
    return [...traces.values()]
  }

  return {
    concerns: (event) => peopleIn(event).size > 0,
    async project(tx, facts) {
      const deletions = facts.filter(({ type }) => type === 'UserDeleted') as Recorded<
        Extract<AccountEvent, { type: 'UserDeleted' }>
      >[]
      if (deletions.length > 0)
        await erase(
          tx,
          deletions.map(({ data }) => data.userId),
        )
      await add(tx, tracesOf(facts))
      return []
    },
  }
}

/** Nothing leads to deleted people any more, and nothing will. */
async function erase(tx: Transaction<TracesTables>, userIds: readonly number[]): Promise<void> {
  await sql`
    with gone as (delete from traces where user_id = any(${[...userIds]}::int[]))
    insert into erased (user_id) select unnest(${[...userIds]}::int[]) on conflict do nothing
  `.execute(tx)
}

async function add(tx: Transaction<TracesTables>, traces: readonly Trace[]): Promise<void> {
  await sql`
    insert into traces as t (user_id, stream, is_own, revisions)
    select r.user_id, r.stream, r.is_own, r.revisions
    from jsonb_populate_recordset(null::traces, ${JSON.stringify(traces)}::jsonb) r
    where not exists (select from erased e where e.user_id = r.user_id)
    on conflict (user_id, stream) do update set
      is_own = excluded.is_own, revisions = case when excluded.is_own then '{}' else t.revisions || excluded.revisions end
    where not t.is_own
  `.execute(tx)
}
