import { hash, randomUUID } from 'node:crypto'
import pg from 'pg'
import { createPostgresLog } from '../../src/event-log/postgres/postgres-log.ts'
import type { NewEvent } from '../../src/kernel/event.ts'
import { testDatabase } from '../support/postgres.ts'
import { type Bench, median } from './bench.ts'

const callers = 64
/** `seconds`: length of one turn. */
const sizes = { real: { rounds: 3, seconds: 2 }, small: { rounds: 1, seconds: 0.1 } }

/**
 * 64 callers, each appending one event to its own streams, compared with one INSERT per transaction on one connection.
 */
export const append: Bench = {
  name: 'append',
  what: `append through the port, ${callers} callers, against one INSERT a transaction on one connection`,
  budget: { atLeast: 10 },
  async run(size) {
    const { rounds, seconds } = sizes[size]
    const database = await testDatabase()
    const log = createPostgresLog({ database, prefix: 'bench' })
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    try {
      await client.query(
        'create table bench_rows (id uuid primary key, stream text, type text, data json, metadata json)',
      )
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
        const inserted = await perSecond(
          1,
          async () => {
            const { id, type, data, metadata } = pickEvent()
            await client.query({
              name: 'insert',
              text: 'insert into bench_rows values ($1, $2, $3, $4, $5)',
              values: [id, `prediction-${randomUUID()}`, type, JSON.stringify(data), JSON.stringify(metadata)],
            })
          },
          seconds,
        )
        // The first round warms up.
        if (round >= 0) {
          ours.push(appended)
          base.push(inserted)
        }
      }
      return { unit: 'events/s', ours: median(ours), base: median(base) }
    } finally {
      await client.end()
      await log.close()
      await database.drop()
    }
  },
}

/** A pick as players make it. */
export function pickEvent(): NewEvent {
  const id = randomUUID()
  return {
    id,
    type: 'PredictionSubmitted',
    data: {
      ...{ predictionId: 1, userId: 1, fixtureId: 1, revision: 1, entry: hash('sha256', id) },
      pick: { result: 'home', score: { home: 2, away: 1 } },
    },
    metadata: {
      $correlationId: id,
      $causationId: id,
      actor: 1,
      version: 2,
      source: 'command',
      at: '2024-08-15T12:00:00.000Z',
    },
  }
}

/** Operations per second with `parallel` sequential callers. */
export async function perSecond(parallel: number, work: () => Promise<void>, seconds: number): Promise<number> {
  const end = performance.now() + seconds * 1_000
  let done = 0
  await Promise.all(
    Array.from({ length: parallel }, async () => {
      while (performance.now() < end) {
        await work()
        done += 1
      }
    }),
  )
  return done / seconds
}
