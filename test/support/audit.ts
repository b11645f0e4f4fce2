import { createProjectionEngine } from '../../projections/engine/engine.ts'
import type { Verification } from '../../projections/engine/verify.ts'
import { groups, upcast } from '../../src/areas/index.ts'
import { openDatabase } from '../../src/database/database.ts'
import { createEventStoreDbLog } from '../../src/event-log/eventstoredb/eventstoredb-log.ts'
import { openPersonalData } from '../../src/event-log/personal-data.ts'
import { createPostgresLog } from '../../src/event-log/postgres/postgres-log.ts'
import { readableLog } from '../../src/event-log/readable-log.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import type { Position, RecordedEvent } from '../../src/kernel/event.ts'
import type { EventLog } from '../../src/kernel/event-log.ts'
import { purgesOf } from '../../src/purges.ts'
import { listLogger, until } from './projections.ts'

/** A store as an external auditor sees it: the log from zero, compared with what players see. */
interface Audit {
  readonly events: readonly RecordedEvent[]
  /** `verify` of every group. */
  readonly verifications: readonly Verification[]
  /** By season and user: the sum of the ledger, and the points on the boards. */
  readonly ledger: readonly { readonly season: string; readonly user_id: number; readonly points: number }[]
  readonly boards: readonly { readonly season: string; readonly user_id: number; readonly points: number }[]
  /** Streams whose revisions are not 0, 1, 2… */
  readonly gaps: readonly string[]
  /** Event ids that occur more than once in the log. */
  readonly doubled: readonly string[]
}

interface AuditedStore {
  readonly databaseUrl: string
  readonly masterKey: Buffer
  readonly eventStoreUrl?: string
  readonly prefix?: string
}

/** Reads the whole log, verifies every projection and adds up the ledger (docs/rules.md R60). */
export async function audit({ databaseUrl, masterKey, eventStoreUrl, prefix = 'plp' }: AuditedStore): Promise<Audit> {
  const database = openDatabase(databaseUrl)
  const raw = eventStoreUrl
    ? createEventStoreDbLog({ url: eventStoreUrl, prefix })
    : createPostgresLog({ database, prefix })
  const personal = await openPersonalData({ database, masterKey })
  const engine = createProjectionEngine({
    database,
    log: readableLog(purgesOf(database, raw).log, personal, upcast),
    groups,
    reactors: [],
    onChanges: () => undefined,
    logger: listLogger(),
    clock: systemClock,
  })
  try {
    await until('the projections are where the log is', () => engine.caughtUp())
    const verifications = await engine.verify()
    const events = await readEverything(raw)
    const totals = async (from: string) =>
      (
        await database.pool.query<Audit['ledger'][number]>(
          `select season, user_id, sum(points)::int as points from ${from}
           group by season, user_id having sum(points) <> 0 order by season, user_id`,
        )
      ).rows
    const [ledger, boards] = [await totals('read.ledger'), await totals('read.totals')]
    return { events, verifications, ledger, boards, gaps: gapsOf(events), doubled: doubledOf(events) }
  } finally {
    await engine.stop()
    await raw.close()
    await database.close()
  }
}

/** Faults that `audit` finds, a line each; empty if there are none. */
export function faultsOf({ verifications, ledger, boards, gaps, doubled }: Audit): string[] {
  const differing = verifications.flatMap(({ name, tables }) =>
    tables
      .filter((table) => table.differences > 0)
      .map((table) => `${name}.${table.table}: ${JSON.stringify(table.samples)}`),
  )
  return [
    ...differing,
    ...(JSON.stringify(ledger) === JSON.stringify(boards) ? [] : ['the ledger does not add up to the boards']),
    ...gaps.map((stream) => `${stream} has a gap`),
    ...doubled.map((id) => `event ${id} is in the log twice`),
  ]
}

async function readEverything(log: EventLog): Promise<RecordedEvent[]> {
  const events: RecordedEvent[] = []
  for (let after: Position | null = null; ; ) {
    const page = await log.readAll(after, {}, 2_000)
    events.push(...page.events)
    after = page.next
    if (page.end) return events
  }
}

function gapsOf(events: readonly RecordedEvent[]): string[] {
  const next = new Map<string, number>()
  const gaps = new Set<string>()
  for (const { stream, revision } of events) {
    if (revision !== (next.get(stream) ?? 0)) gaps.add(stream)
    next.set(stream, revision + 1)
  }
  return [...gaps]
}

function doubledOf(events: readonly RecordedEvent[]): string[] {
  const seen = new Set<string>()
  return events.filter(({ id }) => seen.size === seen.add(id).size).map(({ id }) => id)
}
