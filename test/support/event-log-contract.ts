import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EventMetadata, NewEvent, Position, RecordedEvent } from '../../src/kernel/event.ts'
import {
  type AppendResult,
  type EventFilter,
  type EventLog,
  WrongExpectedRevision,
} from '../../src/kernel/event-log.ts'
import { repeated } from './repeated.ts'

/** An opened store of one kind. `open` returns a log with the prefix; two logs with one prefix represent two nodes. */
interface LogStore {
  open(prefix: string): EventLog
  /** Cuts the listening connection of every log of this store; absent if there is none. */
  dropBells?(): Promise<void>
  close(): Promise<void>
}

const metadata: EventMetadata = {
  $correlationId: 'c-1',
  $causationId: 'c-2',
  actor: 7,
  version: 1,
  source: 'command',
  at: '2026-08-01T10:00:00.000Z',
}

/** An event as tests append it. */
export function sampleEvent(type = 'Sampled', data: unknown = { n: 1 }): NewEvent {
  return { id: randomUUID(), type, data, metadata }
}

const sampleEvents = (count: number, type = 'Sampled'): NewEvent[] =>
  Array.from({ length: count }, (_, n) => sampleEvent(type, { n }))

const placeOf = ({ revision, position }: AppendResult) => ({ revision, position })

/** Reads everything after a position, page by page. */
export async function readToEnd(log: EventLog, after: Position | null = null, filter: EventFilter = {}, max = 100) {
  const events: RecordedEvent[] = []
  for (let at = after; ; ) {
    const page = await log.readAll(at, filter, max)
    expect(page.events.length).toBeLessThanOrEqual(max)
    events.push(...page.events)
    at = page.next
    if (page.end) return { events, next: at }
  }
}

async function eventually(what: string, check: () => boolean, ms = 30_000): Promise<void> {
  const end = Date.now() + ms
  while (!check()) {
    if (Date.now() > end) throw new Error(`not within ${ms} ms: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

/**
 * The contract of every adapter of the port: the same tests over each. `tellsRepeats` is false for a store that cannot
 * detect repeats. `concurrent` is a number of appends that exceeds one batch.
 */
export function eventLogContract(
  name: string,
  openStore: () => Promise<LogStore>,
  { tellsRepeats = true, concurrent = 3_000 }: { readonly tellsRepeats?: boolean; readonly concurrent?: number } = {},
): void {
  describe(`event log contract: ${name}`, () => {
    let store: LogStore
    let log: EventLog
    const prefix = `t${randomUUID().slice(0, 8)}`
    const fresh = (kind = 'thing') => `${kind}-${randomUUID()}`

    beforeAll(async () => {
      store = await openStore()
      log = store.open(prefix)
    })
    afterAll(async () => {
      await log?.close()
      await store?.close()
    })

    test('an empty log has no head, no events and an end', async () => {
      const empty = store.open(`e${randomUUID().slice(0, 8)}`)
      await empty.ready()
      expect(await empty.head()).toBeNull()
      // A store of several prefixes may contain events of others, which the reader skips.
      expect((await readToEnd(empty)).events).toEqual([])
      expect(await empty.readStream('thing-1')).toEqual([])
      await empty.close()
    })

    test('what is appended is read back: data, metadata, revisions from 0, positions in order', async () => {
      const stream = fresh()
      const events = [
        sampleEvent('First', { text: 'Ünïcode ⚽ \u0000 \ud800 "quoted"', deep: { list: [1, 2.5, null, true] } }),
        sampleEvent('Second', { big: 9007199254740991 }),
      ]
      const result = await log.append(stream, events, 'no_stream')
      const read = await log.readStream(stream)
      expect(
        read.map(({ id, type, data, metadata, stream, revision }) => ({ id, type, data, metadata, stream, revision })),
      ).toEqual(events.map((event, revision) => ({ ...event, stream, revision })))
      expect(placeOf(result)).toEqual({ revision: 1, position: read[1]?.position })
      expect(log.compare(read[0]?.position as Position, read[1]?.position as Position)).toBeLessThan(0)
      expect(new Date(read[0]?.recordedAt ?? '').toISOString()).toBe(read[0]?.recordedAt)
      expect(await log.readStream(stream, 1)).toEqual([read[1]])
      expect(await log.readStream(stream, 2)).toEqual([])
    })

    test('streams read concurrently each return their own events, from their own revisions on', async () => {
      const streams = Array.from({ length: 40 }, fresh)
      const ids = await Promise.all(
        streams.map(async (stream, nr) => {
          const events = Array.from({ length: nr % 4 }, () => sampleEvent())
          if (events.length > 0) await log.append(stream, events, 'no_stream')
          return events.map(({ id }) => id)
        }),
      )
      const [whole, later] = await Promise.all(
        [0, 1].map((from) => Promise.all(streams.map((stream) => log.readStream(stream, from)))),
      )
      expect(whole!.map((events) => events.map(({ id }) => id))).toEqual(ids)
      expect(later!.map((events) => events.map(({ id }) => id))).toEqual(ids.map((each) => each.slice(1)))
    })

    test('the position of an append is that of its last event in the whole log', async () => {
      const after = await log.head()
      const one = await log.append(fresh(), sampleEvents(1), 'no_stream')
      const three = await log.append(fresh(), sampleEvents(3), 'no_stream')
      const { events } = await readToEnd(log, after)
      expect([events[0]?.position, events[3]?.position]).toEqual([one.position, three.position])
      expect(await log.head()).toBe(three.position)
    })

    test('events are counted by type, where the store can count', async () => {
      const own = store.open(`c${randomUUID().slice(0, 8)}`)
      await own.append(fresh(), [...sampleEvents(2, 'First'), ...sampleEvents(1, 'Second')], 'no_stream')
      await own.append(fresh(), sampleEvents(3, 'Second'), 'no_stream')
      if (own.countByType)
        expect(new Map(await own.countByType())).toEqual(
          new Map([
            ['First', 2],
            ['Second', 4],
          ]),
        )
      await own.close()
    })

    test('no_stream refuses an existing stream and returns its revision', async () => {
      const stream = fresh()
      await log.append(stream, sampleEvents(3), 'no_stream')
      const refusal = await log.append(stream, sampleEvents(1), 'no_stream').catch((error) => error)
      expect(refusal).toBeInstanceOf(WrongExpectedRevision)
      expect(refusal).toMatchObject({ stream, expected: 'no_stream', actual: 2 })
    })

    test('an exact revision refuses any other, lower or higher, and returns the actual one', async () => {
      const stream = fresh()
      await log.append(stream, sampleEvents(2), 'no_stream')
      await expect(log.append(stream, sampleEvents(1), 0)).rejects.toMatchObject({
        name: 'WrongExpectedRevision',
        actual: 1,
      })
      await expect(log.append(stream, sampleEvents(1), 5)).rejects.toMatchObject({
        name: 'WrongExpectedRevision',
        actual: 1,
      })
      await expect(log.append(fresh(), sampleEvents(1), 0)).rejects.toMatchObject({ actual: 'no_stream' })
      expect(await log.append(stream, sampleEvents(1), 1)).toMatchObject({ revision: 2 })
    })

    test('a refused append leaves nothing', async () => {
      const stream = fresh()
      await log.append(stream, sampleEvents(1), 'no_stream')
      const head = await log.head()
      await log.append(stream, sampleEvents(5), 'no_stream').catch(() => undefined)
      expect(await log.readStream(stream)).toHaveLength(1)
      expect(await log.head()).toBe(head)
    })

    test('of 32 racing writers of one new stream exactly one wins, on two nodes', async () => {
      const other = store.open(prefix)
      for (let round = 0; round < 3; round++) {
        const stream = fresh()
        const outcomes = await Promise.allSettled(
          Array.from({ length: 32 }, (_, n) =>
            (n % 2 ? other : log).append(stream, [sampleEvent('Raced', { n })], 'no_stream'),
          ),
        )
        expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1)
        for (const outcome of outcomes) {
          if (outcome.status === 'rejected')
            expect(outcome.reason).toMatchObject({ name: 'WrongExpectedRevision', actual: 0 })
        }
        expect(await log.readStream(stream)).toHaveLength(1)
      }
      await other.close()
    })

    test('racing writers of one revision: one wins each round and the stream has no gap', async () => {
      const stream = fresh()
      await log.append(stream, sampleEvents(1), 'no_stream')
      for (let revision = 0; revision < 5; revision++) {
        const outcomes = await Promise.allSettled(
          Array.from({ length: 8 }, () => log.append(stream, sampleEvents(1), revision)),
        )
        expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1)
      }
      expect((await log.readStream(stream)).map((event) => event.revision)).toEqual([0, 1, 2, 3, 4, 5])
    })

    test('a retry with the same ids and expectation returns the first result and stores nothing twice', async () => {
      const stream = fresh()
      const first = sampleEvents(3)
      const created = await log.append(stream, first, 'no_stream')
      expect(placeOf(await log.append(stream, first, 'no_stream'))).toEqual(placeOf(created))
      const second = sampleEvents(2)
      const added = await log.append(stream, second, 2)
      expect(placeOf(await log.append(stream, second, 2))).toEqual(placeOf(added))
      expect(placeOf(await log.append(stream, first, 'no_stream'))).toEqual(placeOf(created))
      expect(await log.readStream(stream)).toHaveLength(5)
    })

    test(`an append ${tellsRepeats ? 'reports' : 'does not report'} whether it was a repeat`, async () => {
      const stream = fresh()
      const [one, two] = [sampleEvents(1), sampleEvents(2)]
      const results = [
        await log.append(stream, one, 'no_stream'),
        await log.append(stream, one, 'no_stream'),
        await log.append(stream, two, 0),
        await log.append(stream, one, 'no_stream'),
        ...(await log.appendMany([
          { stream, events: two, expected: 0 },
          { stream: fresh(), events: sampleEvents(1), expected: 'no_stream' },
        ])),
      ].map((result) => ('repeated' in result ? result.repeated : undefined))
      expect(results).toEqual(tellsRepeats ? [false, true, false, true, true, false] : Array(6).fill(undefined))
    })

    test('a retry of a single event returns its position too', async () => {
      const stream = fresh()
      const events = sampleEvents(1)
      const created = await log.append(stream, events, 'no_stream')
      await log.append(stream, sampleEvents(1), 0)
      expect(placeOf(await log.append(stream, events, 'no_stream'))).toEqual(placeOf(created))
    })

    test('twenty retries at once are one append', async () => {
      const stream = fresh()
      const events = sampleEvents(2)
      const results = await Promise.all(Array.from({ length: 20 }, () => log.append(stream, events, 'no_stream')))
      expect(new Set(results.map((result) => result.position)).size).toBe(1)
      expect(await log.readStream(stream)).toHaveLength(2)
    })

    test('a partial repeat is a wrong revision', async () => {
      const stream = fresh()
      const events = sampleEvents(2)
      await log.append(stream, events, 'no_stream')
      const mixed = [events[0] as NewEvent, sampleEvent()]
      await expect(log.append(stream, mixed, 'no_stream')).rejects.toMatchObject({
        name: 'WrongExpectedRevision',
        actual: 1,
      })
    })

    test('appendMany returns an outcome for each append, in order', async () => {
      const taken = fresh()
      await log.append(taken, sampleEvents(2), 'no_stream')
      const twice = fresh()
      const outcomes = await log.appendMany([
        { stream: fresh(), events: sampleEvents(2), expected: 'no_stream' },
        { stream: taken, events: sampleEvents(1), expected: 'no_stream' },
        { stream: twice, events: sampleEvents(1), expected: 'no_stream' },
        { stream: twice, events: sampleEvents(1), expected: 0 },
        { stream: fresh(), events: sampleEvents(1), expected: 4 },
      ])
      expect(outcomes).toMatchObject([
        { ok: true, revision: 1, position: expect.any(String) },
        { ok: false, actual: 1 },
        { ok: true, revision: 0, position: expect.any(String) },
        { ok: true, revision: 1, position: expect.any(String) },
        { ok: false, actual: 'no_stream' },
      ])
    })

    test('large batches: 500 events in one append, and more appends at once than one batch takes', async () => {
      const stream = fresh()
      expect(await log.append(stream, sampleEvents(500), 'no_stream')).toMatchObject({ revision: 499 })
      expect((await log.readStream(stream)).map((event) => (event.data as { n: number }).n)).toEqual(
        Array.from({ length: 500 }, (_, n) => n),
      )
      const after = await log.head()
      const appends = Array.from({ length: concurrent }, (_, n) => ({
        stream: `bulk-${randomUUID()}`,
        events: [sampleEvent('Bulk', { n })],
        expected: 'no_stream' as const,
      }))
      const outcomes = await log.appendMany(appends)
      expect(outcomes.every((outcome) => outcome.ok)).toBe(true)
      const { events } = await readToEnd(log, after, {}, 700)
      expect(new Set(events.map((event) => event.stream)).size).toBe(concurrent)
    })

    test('the whole log is read in the order of positions, paged, with nothing twice', async () => {
      const after = await log.head()
      for (let n = 0; n < 10; n++) await log.append(fresh(), sampleEvents(5), 'no_stream')
      const { events, next } = await readToEnd(log, after, {}, 7)
      expect(events).toHaveLength(50)
      expect(new Set(events.map((event) => event.id)).size).toBe(50)
      for (const [index, event] of events.entries()) {
        if (index > 0) expect(log.compare(events[index - 1]?.position as Position, event.position)).toBeLessThan(0)
      }
      expect([...events].map((event) => event.position).sort()).toEqual(events.map((event) => event.position))
      expect((await readToEnd(log, next)).events).toEqual([])
      expect(await log.head()).toBe(events.at(-1)?.position)
    })

    test('filters by type and by the beginning of the stream name; the page skips filtered events', async () => {
      const after = await log.head()
      const kind = `k${randomUUID().slice(0, 6)}`
      await log.append(fresh(kind), [sampleEvent('Kept'), sampleEvent('Left')], 'no_stream')
      await log.append(fresh('other'), [sampleEvent('Kept'), sampleEvent('Left')], 'no_stream')
      const last = await log.append(fresh('other'), sampleEvents(3, 'Left'), 'no_stream')
      const typesOf = async (filter: EventFilter) => {
        const { events, next } = await readToEnd(log, after, filter)
        expect(log.compare(next as Position, last.position)).toBeGreaterThanOrEqual(0)
        return events.map((event) => `${event.stream.split('-')[0]}:${event.type}`)
      }
      expect(await typesOf({ types: ['Kept'] })).toEqual([`${kind}:Kept`, 'other:Kept'])
      expect(await typesOf({ types: ['Kept', 'Unheard'], streamPrefixes: [`${kind}-`] })).toEqual([`${kind}:Kept`])
      expect(await typesOf({ streamPrefixes: [`${kind}-`, 'none-'] })).toEqual([`${kind}:Kept`, `${kind}:Left`])
      expect(await typesOf({ streamPrefixes: [`${kind}.`] })).toEqual([])
      expect(await typesOf({ types: ['Unheard'] })).toEqual([])
    })

    test('a filtered page holds at most the requested count, and the next continues where it ended', async () => {
      const after = await log.head()
      const type = `T${randomUUID().slice(0, 6)}`
      for (let n = 0; n < 6; n++)
        await log.append(fresh(), [sampleEvent('Noise'), sampleEvent(type, { n }), sampleEvent('Noise')], 'no_stream')
      const { events } = await readToEnd(log, after, { types: [type] }, 2)
      expect(events.map((event) => (event.data as { n: number }).n)).toEqual([0, 1, 2, 3, 4, 5])
    })

    test('a reader that follows writers reads every event once, late commits included', async () => {
      const other = store.open(prefix)
      const reader = store.open(prefix)
      const from = await log.head()
      const seen: string[] = []
      let writing = true
      let next = Promise.withResolvers<void>()
      const follow = (async () => {
        for (let at = from; ; ) {
          const done = !writing
          const { promise: appended } = next
          const page = await reader.readAll(at, { types: ['Followed'] }, 50)
          seen.push(...page.events.map((event) => event.id))
          at = page.next
          if (done && page.end) return
          // Reading without a break would leave the writers no time.
          if (page.events.length === 0) await appended
        }
      })()
      const written: string[] = []
      await Promise.all(
        Array.from({ length: 12 }, async (_, writer) => {
          for (let n = 0; n < repeated(8, 25); n++) {
            // Sizes differ, so that small appends overtake large ones.
            const events = sampleEvents(writer % 3 === 0 ? 40 : 1, 'Followed')
            await (writer % 2 ? log : other).append(fresh(), events, 'no_stream')
            written.push(...events.map((event) => event.id))
            next.resolve()
            next = Promise.withResolvers()
          }
        }),
      )
      writing = false
      next.resolve()
      await follow
      expect(seen.length).toBe(written.length)
      expect([...seen].sort()).toEqual([...written].sort())
      await Promise.all([other.close(), reader.close()])
    })

    test('prefixes are apart: the same stream name in two logs are two streams', async () => {
      const near = store.open(`${prefix}x`)
      const stream = fresh()
      const after = await log.head()
      await log.append(stream, [sampleEvent('Here')], 'no_stream')
      expect(await near.append(stream, [sampleEvent('There')], 'no_stream')).toMatchObject({ revision: 0 })
      expect((await near.readStream(stream)).map((event) => event.type)).toEqual(['There'])
      expect((await readToEnd(near)).events.map((event) => [event.stream, event.type])).toEqual([[stream, 'There']])
      expect((await readToEnd(log, after)).events.map((event) => event.type)).toEqual(['Here'])
      await near.close()
    })

    test('listeners are notified after an append of another node, until aborted', async () => {
      const other = store.open(prefix)
      const abort = new AbortController()
      let rings = 0
      log.subscribe(() => rings++, abort.signal)
      await new Promise((resolve) => setTimeout(resolve, 300))
      const before = rings
      await other.append(fresh(), sampleEvents(1), 'no_stream')
      await eventually('the bell', () => rings > before)
      abort.abort()
      await new Promise((resolve) => setTimeout(resolve, 100))
      const silent = rings
      await other.append(fresh(), sampleEvents(1), 'no_stream')
      await new Promise((resolve) => setTimeout(resolve, 300))
      expect(rings).toBe(silent)
      await other.close()
    })

    test('after a dropped connection: notifications resume, and further reads find everything once', async (context) => {
      if (!store.dropBells) return context.skip('nothing to cut in this store')
      const other = store.open(prefix)
      const abort = new AbortController()
      const kind = `d${randomUUID().slice(0, 6)}-`
      let at = await log.head()
      const seen: string[] = []
      let reading: Promise<void> = Promise.resolve()
      log.subscribe(() => {
        reading = reading.then(async () => {
          const { events, next } = await readToEnd(log, at, { streamPrefixes: [kind] })
          seen.push(...events.map((event) => event.id))
          at = next
        })
      }, abort.signal)
      const written: string[] = []
      for (let round = 0; round < 3; round++) {
        await new Promise((resolve) => setTimeout(resolve, 200))
        await store.dropBells()
        const events = sampleEvents(4)
        written.push(...events.map((event) => event.id))
        await other.append(`${kind}${round}`, events, 'no_stream')
        await eventually('all events after the drop', () => seen.length >= written.length)
      }
      abort.abort()
      await reading
      expect(seen).toEqual(written)
      await other.close()
    })

    test('invalid arguments are refused at once, and nothing hangs', async () => {
      const stream = fresh()
      await expect(log.append(stream, [{ ...sampleEvent(), id: 'not-a-uuid' }], 'no_stream')).rejects.toBeInstanceOf(
        TypeError,
      )
      await expect(log.append(stream, [{ ...sampleEvent(), type: '' }], 'no_stream')).rejects.toBeInstanceOf(TypeError)
      await expect(log.append(stream, [{ ...sampleEvent(), data: undefined }], 'no_stream')).rejects.toBeInstanceOf(
        TypeError,
      )
      await expect(log.append(stream, [], 'no_stream')).rejects.toBeInstanceOf(TypeError)
      await expect(log.append('', sampleEvents(1), 'no_stream')).rejects.toBeInstanceOf(TypeError)
      await expect(log.append(stream, sampleEvents(1), -1)).rejects.toBeInstanceOf(TypeError)
      expect(await log.append(stream, sampleEvents(1), 'no_stream')).toMatchObject({ revision: 0 })
    })

    test('a closed log is unavailable', async () => {
      const closed = store.open(prefix)
      await closed.ready()
      await closed.close()
      await expect(closed.append(fresh(), sampleEvents(1), 'no_stream')).rejects.toMatchObject({
        name: 'EventLogUnavailable',
      })
      await expect(closed.readAll(null, {}, 1)).rejects.toMatchObject({ name: 'EventLogUnavailable' })
    })
  })
}
