import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eventLogContract, readToEnd, sampleEvent } from '../../../test/support/event-log-contract.ts'
import type { Failure } from '../../../test/support/eventstoredb-stand-in/failures.ts'
import { type StandIn, startStandIn } from '../../../test/support/eventstoredb-stand-in/stand-in.ts'
import { promised } from '../../../test/support/promised.ts'
import type { EventLog } from '../../kernel/event-log.ts'
import { createEventStoreDbLog } from './eventstoredb-log.ts'

eventLogContract(
  'eventstoredb (stand-in)',
  async () => {
    const standIn = await startStandIn()
    return {
      open: (prefix) => createEventStoreDbLog({ url: standIn.url, prefix, pollMs: 60_000 }),
      async dropBells() {
        standIn.dropSubscribers('unavailable')
      },
      close: () => standIn.kill(),
    }
  },
  { tellsRepeats: false },
)

describe('eventstoredb under failure', () => {
  let standIn: StandIn
  let log: EventLog

  beforeAll(async () => {
    standIn = await startStandIn()
  })
  afterAll(() => standIn.kill())
  beforeEach(() => {
    log = createEventStoreDbLog({ url: standIn.url, prefix: 'f', pollMs: 60_000 })
  })
  afterEach(async () => {
    standIn.hang(false)
    for (const operation of ['append', 'read', 'subscribe'] as const) standIn.failAll(operation, null)
    await log.close()
  })

  const fresh = () => `thing-${Math.random().toString(36).slice(2)}`
  const timed = async (work: Promise<unknown>) => {
    const began = performance.now()
    const error = await work.then(
      () => undefined,
      (reason) => reason,
    )
    return { error, ms: performance.now() - began }
  }

  test('appends share one call, and none goes with any', async () => {
    const before = standIn.calls.batches
    await Promise.all(Array.from({ length: 20 }, () => log.append(fresh(), [sampleEvent()], 'no_stream')))
    await log.append(fresh(), [sampleEvent()], 'no_stream')
    expect([standIn.calls.batches - before, standIn.calls.anyAppends]).toEqual([1, 0])
  })

  test('answers find their appends, in whatever order they come', async () => {
    const stream = fresh()
    const { position } = await log.append(stream, [sampleEvent()], 'no_stream')
    const outcomes = await log.appendMany([
      { stream: fresh(), events: [sampleEvent()], expected: 'no_stream' },
      { stream: fresh(), events: [sampleEvent()], expected: 6 },
      { stream, events: [sampleEvent()], expected: 4 },
      { stream: fresh(), events: [sampleEvent(), sampleEvent()], expected: 'no_stream' },
    ])
    expect(outcomes).toEqual([
      { ok: true, revision: 0, position: expect.any(String) },
      { ok: false, actual: 'no_stream' },
      { ok: false, actual: 0 },
      { ok: true, revision: 1, position: expect.any(String) },
    ])
    expect((await readToEnd(log, position)).events).toHaveLength(3)
  })

  test.each(['unavailable', 'stored-then-unavailable', 'stopping', 'half-close', 'silence'] as const)(
    'a shared call that ends by "%s" takes nobody along, and the next append has a new one',
    async (failure) => {
      const streams = Array.from({ length: 20 }, fresh)
      standIn.failNext('append', failure)
      await Promise.all(streams.map((stream) => log.append(stream, [sampleEvent()], 'no_stream')))
      for (const stream of streams) expect(await log.readStream(stream)).toHaveLength(1)
      const before = standIn.calls.batches
      await log.append(fresh(), [sampleEvent()], 'no_stream')
      expect(standIn.calls.batches - before).toBe(1)
    },
  )

  test('a store that never answers on a shared call is asked by calls of their own', async () => {
    const impatient = createEventStoreDbLog({ url: standIn.url, prefix: 'f', timeoutMs: 300 })
    standIn.muteBatches(true)
    const before = standIn.calls.batches
    for (let index = 0; index < 3; index++) await impatient.append(fresh(), [sampleEvent()], 'no_stream')
    const { error, ms } = await timed(impatient.append(fresh(), [sampleEvent()], 'no_stream'))
    expect([error, standIn.calls.batches - before]).toEqual([undefined, 3])
    // Three fifths of its time is what a first try waits.
    expect(ms).toBeLessThan(180)
    standIn.muteBatches(false)
    await impatient.close()
  })

  test('appends follow the leader, and share a call there', async () => {
    const leader = await startStandIn()
    standIn.leader(leader.port)
    standIn.failAll('append', 'not-leader')
    const follower = createEventStoreDbLog({ url: standIn.url, prefix: 'f' })
    const streams = Array.from({ length: 20 }, fresh)
    await Promise.all(streams.map((stream) => follower.append(stream, [sampleEvent()], 'no_stream')))
    await follower.append(fresh(), [sampleEvent()], 'no_stream')
    const ours = leader.store.all.filter(({ stream }) => stream.startsWith('f.'))
    expect([ours.length, leader.calls.batches]).toEqual([21, 1])
    await follower.close()
    await leader.kill()
  })

  const passing: Failure[] = [
    'unavailable',
    'stopping',
    'half-close',
    'too-slow',
    'starting-not-ready',
    'starting-no-leader',
    'starting-no-users',
  ]
  test.each(passing)(
    'an append that meets "%s" is tried again with the same ids and is stored once',
    async (failure) => {
      const stream = fresh()
      standIn.failNext('append', failure, failure)
      expect(await log.append(stream, [sampleEvent()], 'no_stream')).toMatchObject({ revision: 0 })
      expect(await log.readStream(stream)).toHaveLength(1)
    },
  )

  test('an append that was stored before its connection broke is found again, not doubled', async () => {
    const stream = fresh()
    standIn.failNext('append', 'stored-then-unavailable')
    const first = [sampleEvent(), sampleEvent()]
    const result = await log.append(stream, first, 'no_stream')
    expect(result.revision).toBe(1)
    const read = await log.readStream(stream)
    expect(read.map((event) => event.id)).toEqual(first.map((event) => event.id))
    expect(result.position).toBe(read[1]?.position)
    standIn.failNext('append', 'stored-then-unavailable')
    expect(await log.append(stream, [sampleEvent()], 1)).toMatchObject({ revision: 2 })
  })

  test('an append that is never answered is tried again on time', async () => {
    standIn.failNext('append', 'silence')
    const { error, ms } = await timed(log.append(fresh(), [sampleEvent()], 'no_stream'))
    expect(error).toBeUndefined()
    expect(ms).toBeLessThan(promised(3_000))
  })

  test.each(passing.filter((failure) => failure !== 'half-close'))(
    'a read that meets "%s" is tried again',
    async (failure) => {
      const stream = fresh()
      await log.append(stream, [sampleEvent()], 'no_stream')
      standIn.failNext('read', failure)
      expect(await log.readStream(stream)).toHaveLength(1)
      standIn.failNext('read', failure)
      expect((await readToEnd(log)).events.some((event) => event.stream === stream)).toBe(true)
    },
  )

  test('a page that the server ends too early is read on from where it ended', async () => {
    const stream = fresh()
    const { position } = await log.append(stream, [sampleEvent()], 'no_stream')
    standIn.failNext('read', 'half-close')
    const short = await log.readAll(null, {}, 1_000)
    const { events } = await readToEnd(log, short.next)
    expect([...short.events, ...events].at(-1)?.position).toBe(position)
  })

  test('throws within 3 s when the server hangs: append, read, head, ready', async () => {
    await log.append(fresh(), [sampleEvent()], 'no_stream')
    standIn.hang(true)
    const outcomes = await Promise.all([
      timed(log.append(fresh(), [sampleEvent()], 'no_stream')),
      timed(log.appendMany([{ stream: fresh(), events: [sampleEvent()], expected: 'no_stream' }])),
      timed(log.readStream('thing')),
      timed(log.readAll(null, {}, 10)),
      timed(log.head()),
      timed(log.ready()),
    ])
    for (const { error, ms } of outcomes) {
      expect(error).toMatchObject({ name: 'EventLogUnavailable' })
      expect(ms).toBeLessThan(promised(3_000))
    }
    standIn.hang(false)
    await log.ready()
  })

  test('is not ready while the server takes reads but no appends, whatever kind of error it starts with', async () => {
    const impatient = createEventStoreDbLog({ url: standIn.url, prefix: 'f', timeoutMs: 300 })
    for (const failure of ['starting-not-ready', 'starting-no-leader', 'starting-no-users'] as const) {
      standIn.failAll('append', failure)
      await expect(impatient.ready()).rejects.toMatchObject({ name: 'EventLogUnavailable' })
    }
    standIn.failAll('append', null)
    await impatient.ready()
    await impatient.close()
  })

  test('being ready stores nothing', async () => {
    const before = standIn.store.all.length
    await log.ready()
    expect(standIn.store.all.length).toBe(before)
  })

  test('a killed server is unavailable within 3 s, and everything goes on after its restart', async () => {
    const stream = fresh()
    await log.append(stream, [sampleEvent()], 'no_stream')
    await standIn.kill()
    const event = sampleEvent()
    const { error, ms } = await timed(log.append(stream, [event], 0))
    expect(error).toMatchObject({ name: 'EventLogUnavailable' })
    expect(ms).toBeLessThan(promised(3_000))
    await expect(log.ready()).rejects.toMatchObject({ name: 'EventLogUnavailable' })
    await standIn.restart()
    expect(await log.append(stream, [event], 0)).toMatchObject({ revision: 1 })
    expect(await log.readStream(stream)).toHaveLength(2)
  })

  test('64 writers through three kills: nothing acknowledged is lost, nothing is stored twice', async () => {
    const acknowledged: string[] = []
    let writing = true
    const writers = Array.from({ length: 64 }, async () => {
      while (writing) {
        const [stream, event] = [fresh(), sampleEvent()]
        for (let stored = false; !stored && writing; ) {
          stored = await log.append(stream, [event], 'no_stream').then(
            () => true,
            (error) => {
              expect(error).toMatchObject({ name: 'EventLogUnavailable' })
              return false
            },
          )
          if (stored) acknowledged.push(event.id)
        }
      }
    })
    // Each kill falls into running appends, however slow the machine is.
    const goesOn = () => {
      const before = acknowledged.length
      return expect.poll(() => acknowledged.length, { interval: 5 }).toBeGreaterThan(before + 64)
    }
    for (let kill = 0; kill < 3; kill++) {
      await goesOn()
      await standIn.kill()
      await new Promise((resolve) => setTimeout(resolve, 100))
      await standIn.restart()
    }
    await goesOn()
    writing = false
    await Promise.all(writers)
    const ids = standIn.store.all.map((event) => event.id)
    expect(new Set(ids).size).toBe(ids.length)
    const stored = new Set(ids)
    expect(acknowledged.filter((id) => !stored.has(id))).toEqual([])
  })

  test.each(['unavailable', 'stopping', 'half-close', 'too-slow'] as const)(
    'a subscription that ends by "%s" is made again and the bell rings for what came meanwhile',
    async (failure) => {
      const abort = new AbortController()
      let rings = 0
      const other = createEventStoreDbLog({ url: standIn.url, prefix: 'f' })
      log.subscribe(() => rings++, abort.signal)
      await expect.poll(() => standIn.subscribers).toBe(1)
      standIn.failNext('subscribe', failure, 'unavailable')
      standIn.dropSubscribers(failure)
      const before = rings
      await other.append(fresh(), [sampleEvent()], 'no_stream')
      await expect.poll(() => rings).toBeGreaterThan(before)
      await expect.poll(() => standIn.subscribers).toBe(1)
      abort.abort()
      await expect.poll(() => standIn.subscribers).toBe(0)
      await other.close()
    },
  )

  test('events of other prefixes ring no bell', async () => {
    const abort = new AbortController()
    let rings = 0
    log.subscribe(() => rings++, abort.signal)
    await expect.poll(() => rings).toBe(1)
    const stranger = createEventStoreDbLog({ url: standIn.url, prefix: 'ff' })
    await stranger.append(fresh(), [sampleEvent()], 'no_stream')
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(rings).toBe(1)
    abort.abort()
    await stranger.close()
  })

  test('a subscription that fell silent is made up for by looks at the head', async () => {
    const watcher = createEventStoreDbLog({ url: standIn.url, prefix: 'f', pollMs: 50 })
    const abort = new AbortController()
    standIn.failAll('subscribe', 'silence')
    let rings = 0
    watcher.subscribe(() => rings++, abort.signal)
    await expect.poll(() => rings).toBe(1)
    await log.append(fresh(), [sampleEvent()], 'no_stream')
    await expect.poll(() => rings).toBe(2)
    abort.abort()
    await watcher.close()
  })

  test('reading goes on past thousands of events of other prefixes', async () => {
    const stranger = createEventStoreDbLog({ url: standIn.url, prefix: 'stranger', timeoutMs: 20_000 })
    const flood = () =>
      stranger.appendMany(
        Array.from({ length: 12 }, () => ({
          stream: fresh(),
          events: Array.from({ length: 200 }, () => sampleEvent()),
          expected: 'no_stream' as const,
        })),
      )
    const after = await log.head()
    await flood()
    const { position } = await log.append(fresh(), [sampleEvent()], 'no_stream')
    expect((await readToEnd(log, after)).events.map((event) => event.position)).toEqual([position])
    await flood()
    expect(await log.head()).toBe(position)
    await stranger.close()
  })

  test('an append beyond the limit of the server is refused at once', async () => {
    const big = sampleEvent('Big', { text: 'x'.repeat(1_048_577) })
    await expect(log.append(fresh(), [big], 'no_stream')).rejects.toBeInstanceOf(RangeError)
  })
})
