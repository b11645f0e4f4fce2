import { exec, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { eventLogContract, readToEnd, sampleEvent } from '../../../test/support/event-log-contract.ts'
import type { EventLog } from '../../kernel/event-log.ts'
import { pause } from '../../kernel/pause.ts'
import { createEventStoreDbLog } from './eventstoredb-log.ts'

const { TEST_EVENTSTORE_URL: url, TEST_EVENTSTORE_KILL: kill, TEST_EVENTSTORE_START: start } = process.env
const canKill = Boolean(url && kill && start)

/** Runs kill -9 with the command of the environment variable. */
const killServer = () => promisify(exec)(kill ?? '')

async function startServer(log: EventLog): Promise<void> {
  spawn('sh', ['-c', start ?? ''], { stdio: 'ignore', detached: true }).unref()
  const end = Date.now() + 60_000
  for (;;) {
    const ready = await log.ready().then(
      () => true,
      () => false,
    )
    if (ready) return
    if (Date.now() > end) throw new Error('the event store did not become ready within a minute')
    await pause(200)
  }
}

if (url) {
  eventLogContract(
    'eventstoredb (TEST_EVENTSTORE_URL)',
    async () => {
      const probe = createEventStoreDbLog({ url, prefix: `p${randomUUID().slice(0, 8)}` })
      return {
        open: (prefix) => createEventStoreDbLog({ url, prefix }),
        dropBells: canKill
          ? async () => {
              await killServer()
              await startServer(probe)
            }
          : undefined,
        close: () => probe.close(),
      }
    },
    { tellsRepeats: false },
  )
} else {
  test.skip('event log contract: eventstoredb: TEST_EVENTSTORE_URL is not set', () => undefined)
}

describe.skipIf(!canKill)(
  'a real server under kill -9 (TEST_EVENTSTORE_URL, TEST_EVENTSTORE_KILL and TEST_EVENTSTORE_START)',
  () => {
    test('16 writers through three kills: nothing acknowledged is lost, nothing stored twice, the reader sees all', async () => {
      const log = createEventStoreDbLog({ url: url ?? '', prefix: `k${randomUUID().slice(0, 8)}` })
      await log.ready()
      const abort = new AbortController()
      const seen: string[] = []
      let at = await log.head()
      let reading: Promise<void> = Promise.resolve()
      log.subscribe(() => {
        reading = reading
          .then(async () => {
            const { events, next } = await readToEnd(log, at)
            seen.push(...events.map((event) => event.id))
            at = next
          })
          // Unreachable for now; the next signal follows after its return.
          .catch(() => undefined)
      }, abort.signal)
      const acknowledged: string[] = []
      let writing = true
      const writers = Array.from({ length: 16 }, async () => {
        while (writing) {
          const [stream, event] = [`thing-${randomUUID()}`, sampleEvent()]
          for (let stored = false; !stored && writing; ) {
            stored = await log.append(stream, [event], 'no_stream').then(
              () => true,
              async (error) => {
                expect(error).toMatchObject({ name: 'EventLogUnavailable' })
                await pause(50)
                return false
              },
            )
            if (stored) acknowledged.push(event.id)
          }
        }
      })
      for (let round = 0; round < 3; round++) {
        await pause(1_000)
        await killServer()
        await pause(500)
        await startServer(log)
      }
      await pause(1_000)
      writing = false
      await Promise.all(writers)
      const { events } = await readToEnd(log, null, {}, 1_000)
      const ids = events.map((event) => event.id)
      expect(new Set(ids).size).toBe(ids.length)
      expect(acknowledged.filter((id) => !ids.includes(id))).toEqual([])
      await expect.poll(() => seen.length, { timeout: 30_000 }).toBe(ids.length)
      expect(seen).toEqual(ids)
      abort.abort()
      await log.close()
    }, 300_000)
  },
)
