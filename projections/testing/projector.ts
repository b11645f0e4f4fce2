import { sql, type Transaction } from 'kysely'
import { type AccountEvent, deletionsOnly } from '../../src/accounts/events.ts'
import type { FixtureEvent } from '../../src/fixtures/events.ts'
import { type Heard, type Hearing, heardIn, type Recorded } from '../../src/kernel/event.ts'
import type { LiveChange, ProjectionGroup } from '../../src/slice/group.ts'
import { type TestingTables, testingDdl, testingVersion, testingViews } from './tables.ts'

type Known = AccountEvent | FixtureEvent
/** Of matches those that put something in the place of a result. */
const hearing = {
  ...deletionsOnly,
  UserRegistered: true,
  FixtureScheduled: false,
  FixtureRescheduled: false,
  FixtureMovedToGameweek: false,
  FixturePostponed: false,
  MatchStarted: false,
  FeedResultNoted: false,
  MatchFinished: true,
  MatchResultCorrected: true,
  ResultLifted: true,
  MatchAbandoned: true,
  MatchAwarded: true,
  FixtureCancelled: true,
} as const satisfies Hearing<Known>
type Handled = Heard<Known, typeof hearing>

/** What the testing tool made and what stands of it, for its own page. */
export const testingGroup: ProjectionGroup<TestingTables, Handled> = {
  name: 'testing',
  version: testingVersion,
  events: heardIn(hearing),
  concerns: ({ type, metadata }) => type !== 'UserRegistered' || metadata.simulated === true,
  ddl: testingDdl,
  views: testingViews,
  project,
}

/** The last word of the batch on each user and match. */
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

/** Gives how many rows went. */
async function replace<Row extends object>(
  tx: Transaction<TestingTables>,
  table: string,
  key: string,
  rows: ReadonlyMap<number, Row | null>,
): Promise<number> {
  if (rows.size === 0) return 0
  const { numAffectedRows } = await sql`
    delete from ${sql.id(table)} where ${sql.id(key)} = any(${[...rows.keys()]}::int[])`.execute(tx)
  const there = [...rows.values()].filter((row) => row !== null)
  if (there.length > 0)
    await sql`
      insert into ${sql.id(table)}
      select * from jsonb_populate_recordset(null::${sql.id(table)}, ${JSON.stringify(there)}::jsonb)`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** Of a name that an erased user had, nothing is known any more. */
function numberOf(username: string | null): number | null {
  const digits = /^test_(\d{1,6})$/i.exec(username ?? '')?.[1]
  return digits === undefined ? null : Number(digits)
}
