import { sql, type Transaction } from 'kysely'
import { accountEvents } from '../../src/areas/accounts/events.ts'
import { fixtureEvents } from '../../src/areas/fixtures/events.ts'
import { testingTables } from '../../src/areas/testing/tables.ts'
import { type EventsOf, only, typesOf } from '../../src/kernel/declared-events.ts'
import type { Recorded } from '../../src/kernel/event.ts'
import { saveRows } from '../../src/slice/fold-rows.ts'
import type { LiveChange, ProjectionGroup } from '../../src/slice/group.ts'
import { type TablesOf, tablesFor } from '../../src/slice/table.ts'

type TestingTables = TablesOf<typeof testingTables>
/** Of match events only those that replace a result. */
const handled = {
  ...only(accountEvents, 'UserRegistered', 'UserDeleted'),
  ...only(fixtureEvents, 'MatchFinished', 'MatchResultCorrected', 'ResultLifted'),
  ...only(fixtureEvents, 'MatchAbandoned', 'MatchAwarded', 'FixtureCancelled'),
}
type Handled = EventsOf<typeof handled>

/** Test users and simulated results that exist now, for the page of the testing tool. */
export const testingGroup: ProjectionGroup<TestingTables, Handled> = {
  name: 'testing',
  version: 1,
  events: typesOf(handled),
  filter: ({ type, metadata }) => type !== 'UserRegistered' || metadata.simulated === true,
  ...tablesFor(testingTables),
  project,
}

/** Applies the last event of the batch for each user and match. */
async function project(
  tx: Transaction<TestingTables>,
  facts: readonly Recorded<Handled>[],
): Promise<readonly LiveChange[]> {
  const users = new Map<number, TestingTables['test_users'] | null>()
  const matches = new Map<number, TestingTables['simulated_results'] | null>()
  for (const { type, data, metadata } of facts) {
    if (type === 'UserDeleted') users.set(data.userId, null)
    else if (type === 'UserRegistered') {
      if (metadata.simulated)
        users.set(data.userId, { user_id: data.userId, number: numberOf(data.username), created_at: metadata.at })
    } else {
      const { fixtureId } = data
      matches.set(fixtureId, metadata.simulated ? { fixture_id: fixtureId, at: metadata.at } : null)
    }
  }
  const gone =
    (await replace(tx, 'test_users', 'user_id', users)) +
    (await replace(tx, 'simulated_results', 'fixture_id', matches))
  const isSimulated = facts.some(({ metadata }) => metadata.simulated)
  return isSimulated || gone > 0 ? [{ room: 'admins', topic: 'testing' }] : []
}

/** Returns the number of deleted rows. */
async function replace<T extends keyof typeof testingTables.public>(
  tx: Transaction<TestingTables>,
  table: T,
  key: string,
  rows: ReadonlyMap<number, TestingTables[T] | null>,
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from ${sql.id(table)} where ${sql.id(key)} = any(${[...rows.keys()]}::int[])`.execute(tx)
  const present = [...rows.values()].filter((row) => row !== null)
  await saveRows(tx, table, testingTables.public[table], present)
  return Number(numAffectedRows ?? 0)
}

/** Returns the number in a test user's name; null for other names and erased users. */
function numberOf(username: string | null): number | null {
  const digits = /^test_(\d{1,6})$/i.exec(username ?? '')?.[1]
  return digits === undefined ? null : Number(digits)
}
