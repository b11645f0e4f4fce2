import { randomUUID } from 'node:crypto'
import { EventStoreDBClient, jsonEvent, NO_STREAM } from '@eventstore/db-client'
import { createEventStoreDbLog } from '../../src/event-log/eventstoredb/eventstoredb-log.ts'
import { perSecond, pickEvent } from './append.ts'
import { type Bench, median } from './bench.ts'

const callers = 64
const sizes = { real: { rounds: 3, seconds: 2 }, small: { rounds: 1, seconds: 0.1 } }

/** 64 callers, each appending one event to its own streams, compared with the bare client's batch append. */
export const appendEventStore = (address: string): Bench => ({
  name: 'append-event-store',
  what: `append through the port to EventStoreDB, ${callers} callers, against the call that its bare client shares`,
  budget: { atLeast: 0.6 },
  async run(size) {
    const { rounds, seconds } = sizes[size]
    const prefix = `bench${randomUUID().slice(0, 8)}`
    const log = createEventStoreDbLog({ url: address, prefix })
    const bare = EventStoreDBClient.connectionString(address.replace(/^kurrentdb/, 'esdb'))
    try {
      const ours: number[] = []
      const base: number[] = []
      for (let round = -1; round < rounds; round++) {
        const appended = await perSecond(
          callers,
          async () => {
            await log.append(`prediction-${randomUUID()}`, [pickEvent()], 'no_stream')
          },
          seconds,
        )
        const batched = await perSecond(
          callers,
          async () => {
            const { id, type, data, metadata } = pickEvent()
            await bare.appendToStream(
              `${prefix}b.prediction-${randomUUID()}`,
              jsonEvent({ id, type, data: data as Record<string, string>, metadata: { ...metadata } }),
              { expectedRevision: NO_STREAM },
            )
          },
          seconds,
        )
        // The first round warms up.
        if (round >= 0) {
          ours.push(appended)
          base.push(batched)
        }
      }
      return { unit: 'events/s', ours: median(ours), base: median(base) }
    } finally {
      await bare.dispose()
      await log.close()
    }
  },
})
