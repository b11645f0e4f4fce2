import type { EventMetadata } from '../../kernel/event.ts'
import { type AppendResult, type EventLog, EventLogUnavailable, WrongExpectedRevision } from '../../kernel/event-log.ts'
import { checkAppend, checkPrefix } from '../append-rules.ts'
import { comparePositions } from '../counted-position.ts'
import { checkSize, createAppending } from './append.ts'
import { openClient } from './client.ts'
import { createHead } from './head.ts'
import { createReading } from './read.ts'
import { createScan } from './scan.ts'
import { createSubscription } from './subscription.ts'

interface EventStoreDbLogOptions {
  /** `esdb://…` or `kurrentdb://…`; with TLS it contains user and password. */
  readonly url: string
  /** Streams are named `{prefix}.{stream}`; readers ignore others. */
  readonly prefix: string
  /** Milliseconds after which a call throws `EventLogUnavailable`; 2,500 when left out. */
  readonly timeoutMs?: number
}

/** Creates the event log in EventStoreDB or KurrentDB. Throws `TypeError` for an invalid address. */
export function createEventStoreDbLog(options: EventStoreDbLogOptions): EventLog {
  const { prefix, timeoutMs = 2_500 } = options
  checkPrefix(prefix)
  const store = openClient(options.url, timeoutMs)
  const scan = createScan(store, prefix)
  const head = createHead(store, scan, prefix)
  const reading = createReading(store, scan, head, prefix)
  const signals = createSubscription(store, prefix)
  const { submit, submitAll } = createAppending(store, prefix, signals.notify)

  /** Checks writes without storing anything: an append at an impossible revision must be refused as a conflict. */
  async function probe(): Promise<void> {
    const event = { id: '00000000-0000-4000-8000-000000000000', type: 'Probe', data: {}, metadata: {} as EventMetadata }
    const outcome = await submit({ stream: 'probe', events: [event], expected: 2 ** 40 })
    if (outcome.ok) throw new EventLogUnavailable('the event store accepted an append at an impossible revision')
    await head.find()
  }

  return {
    async append(stream, events, expected): Promise<AppendResult> {
      checkAppend(stream, events, expected)
      checkSize(stream, events)
      const outcome = await submit({ stream, events, expected })
      if (!outcome.ok) throw new WrongExpectedRevision(stream, expected, outcome.actual)
      return { revision: outcome.revision, position: outcome.position }
    },
    async appendMany(appends) {
      for (const { stream, events, expected } of appends) {
        checkAppend(stream, events, expected)
        checkSize(stream, events)
      }
      return submitAll(appends)
    },
    readStream: (stream, from = 0) => reading.stream(stream, from),
    readAll: reading.page,
    subscribe: signals.add,
    head: head.find,
    compare: comparePositions,
    ready: probe,
    close: store.close,
  }
}
