import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eventLogContract, readToEnd, sampleEvent } from '../../../test/support/event-log-contract.ts'
import type { Failure } from '../../../test/support/eventstoredb-stand-in/failures.ts'
import { type StandIn, startStandIn } from '../../../test/support/eventstoredb-stand-in/stand-in.ts'
import { promised } from '../../../test/support/promised.ts'
import { repeated } from '../../../test/support/repeated.ts'
import { openGate, type TcpGate } from '../../../test/support/tcp-gate.ts'
import type { EventLog } from '../../kernel/event-log.ts'
import { createEventStoreDbLog } from './eventstoredb-log.ts'

eventLogContract(
  'eventstoredb (stand-in)',
  async () => {
    const standIn = await startStandIn()
    return {
      // The contract is about outcomes. On a busy machine a call may take longer than 2.5 s.
      open: (prefix) => createEventStoreDbLog({ url: standIn.url, prefix, timeoutMs: 20_000 }),
      async dropBells() {
        standIn.dropSubscribers('unavailable')
      },
      close: () => standIn.kill(),
    }
  },
  // It has no batches: each append is a call of its own.
  { tellsRepeats: false, concurrent: repeated(500, 3_000) },
)

describe('eventstoredb under failure', () => {
  let standIn: StandIn
  let log: EventLog

  beforeAll(async () => {
    standIn = await startStandIn()
  })
  afterAll(() => standIn.kill())
  beforeEach(() => {
    log = createEventStoreDbLog({ url: standIn.url, prefix: 'f' })
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

  test('each append is a separate call, and none uses `any`', async () => {
    const { append, batches } = standIn.calls
    await Promise.all(Array.from({ length: 20 }, () => log.append(fresh(), [sampleEvent()], 'no_stream')))
    expect(standIn.calls).toMatchObject({ append: append + 20, batches, anyAppends: 0 })
  })

  test('concurrent appends have separate outcomes', async () => {
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
    'an append that ends with "%s" does not affect others',
    async (failure) => {
      const streams = Array.from({ length: 20 }, fresh)
      standIn.failNext('append', failure)
      await Promise.all(streams.map((stream) => log.append(stream, [sampleEvent()], 'no_stream')))
      for (const stream of streams) expect(await log.readStream(stream)).toHaveLength(1)
    },
  )

  test('appends follow the leader', async () => {
    const leader = await startStandIn()
    standIn.leader(leader.port)
    standIn.failAll('append', 'not-leader')
    const follower = createEventStoreDbLog({ url: standIn.url, prefix: 'f' })
    const before = standIn.calls.append
    const streams = Array.from({ length: 20 }, fresh)
    await Promise.all(streams.map((stream) => follower.append(stream, [sampleEvent()], 'no_stream')))
    await follower.append(fresh(), [sampleEvent()], 'no_stream')
    expect(leader.store.all.filter(({ stream }) => stream.startsWith('f.'))).toHaveLength(21)
    // A known leader is called directly.
    expect(standIn.calls.append - before).toBe(20)
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
  test.each(passing)('an append that fails with "%s" is retried with the same ids and stored once', async (failure) => {
    const stream = fresh()
    standIn.failNext('append', failure, failure)
    expect(await log.append(stream, [sampleEvent()], 'no_stream')).toMatchObject({ revision: 0 })
    expect(await log.readStream(stream)).toHaveLength(1)
  })

  test('an append stored before its connection broke is found, not duplicated', async () => {
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

  test('an append without an answer is retried in time', async () => {
    standIn.failNext('append', 'silence')
    const { error, ms } = await timed(log.append(fresh(), [sampleEvent()], 'no_stream'))
    expect(error).toBeUndefined()
    expect(ms).toBeLessThan(promised(3_000))
  })

  test.each(passing.filter((failure) => failure !== 'half-close'))(
    'a read that fails with "%s" is retried',
    async (failure) => {
      const stream = fresh()
      await log.append(stream, [sampleEvent()], 'no_stream')
      standIn.failNext('read', failure)
      expect(await log.readStream(stream)).toHaveLength(1)
      standIn.failNext('read', failure)
      expect((await readToEnd(log)).events.some((event) => event.stream === stream)).toBe(true)
    },
  )

  test('a page that the server ends early is continued from its end', async () => {
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

  test('is not ready while the server accepts reads but no appends, for every kind of error', async () => {
    const impatient = createEventStoreDbLog({ url: standIn.url, prefix: 'f', timeoutMs: 300 })
    for (const failure of ['starting-not-ready', 'starting-no-leader', 'starting-no-users'] as const) {
      standIn.failAll('append', failure)
      await expect(impatient.ready()).rejects.toMatchObject({ name: 'EventLogUnavailable' })
    }
    standIn.failAll('append', null)
    await impatient.ready()
    await impatient.close()
  })

  test('the readiness check stores nothing', async () => {
    const before = standIn.store.all.length
    await log.ready()
    expect(standIn.store.all.length).toBe(before)
  })

  test('a killed server is unavailable within 3 s, and all calls work after its restart', async () => {
    const stream = fresh()
    await log.append(stream, [sampleEvent()], 'no_stream')
    await standIn.kill()
    const event = sampleEvent()
    const { error, ms } = await timed(log.append(stream, [event], 0))
    expect(error).toMatchObject({ name: 'EventLogUnavailable' })
    expect(ms).toBeLessThan(promised(3_000))
    for (let round = 0; round < 3; round++)
      await expect(log.ready()).rejects.toMatchObject({ name: 'EventLogUnavailable' })
    await standIn.restart()
    // The back-off of the client is several seconds by now.
    expect(await log.append(stream, [event], 0)).toMatchObject({ revision: 1 })
    expect(await log.readStream(stream)).toHaveLength(2)
  })

  test('a server that never served new connections is reconnected', async () => {
    const gate = await openGate('127.0.0.1', standIn.port)
    const behind = createEventStoreDbLog({
      url: `esdb://127.0.0.1:${gate.port}?tls=false`,
      prefix: 'f',
      timeoutMs: 500,
    })
    const tries = () =>
      behind.append(fresh(), [sampleEvent()], 'no_stream').then(
        () => true,
        () => false,
      )
    gate.set('hang')
    expect(await tries()).toBe(false)
    gate.set('open')
    // The client would wait for 20 s.
    await expect.poll(tries, { timeout: promised(8_000, 18_000) }).toBe(true)
    await behind.close()
    await gate.close()
  })

  test('64 writers through a kill: nothing acknowledged is lost, nothing is stored twice', async () => {
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
    // Each kill interrupts running appends, even on a slow machine.
    const goesOn = () => {
      const before = acknowledged.length
      return expect.poll(() => acknowledged.length, { interval: 5 }).toBeGreaterThan(before + 64)
    }
    for (let kill = 0; kill < repeated(1, 3); kill++) {
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
    'a subscription that ends with "%s" is renewed, and events appended meanwhile are signalled',
    async (failure) => {
      const abort = new AbortController()
      let signals = 0
      const other = createEventStoreDbLog({ url: standIn.url, prefix: 'f' })
      log.subscribe(() => signals++, abort.signal)
      await expect.poll(() => standIn.subscribers).toBe(1)
      standIn.failNext('subscribe', failure, 'unavailable')
      standIn.dropSubscribers(failure)
      const before = signals
      await other.append(fresh(), [sampleEvent()], 'no_stream')
      await expect.poll(() => signals).toBeGreaterThan(before)
      await expect.poll(() => standIn.subscribers).toBe(1)
      abort.abort()
      await expect.poll(() => standIn.subscribers).toBe(0)
      await other.close()
    },
  )

  test('events of other prefixes are not signalled', async () => {
    const abort = new AbortController()
    let signals = 0
    log.subscribe(() => signals++, abort.signal)
    await expect.poll(() => signals).toBe(1)
    const stranger = createEventStoreDbLog({ url: standIn.url, prefix: 'ff' })
    await stranger.append(fresh(), [sampleEvent()], 'no_stream')
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(signals).toBe(1)
    abort.abort()
    await stranger.close()
  })

  test('reading continues past thousands of events of other prefixes', async () => {
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

  test('an append above the limit of the server is refused at once', async () => {
    const big = sampleEvent('Big', { text: 'x'.repeat(1_048_577) })
    await expect(log.append(fresh(), [big], 'no_stream')).rejects.toBeInstanceOf(RangeError)
  })

  test.each([
    ['wrong-password', /does not accept the user or the password/],
    ['no-rights', /lacks a right .*docs\/operations\.md/],
  ] as const)('%s is reported in one sentence', async (failure, sentence) => {
    standIn.failAll('append', failure)
    const error = await log.ready().catch((reason) => reason)
    expect(error).toMatchObject({ name: 'EventLogUnavailable', advice: expect.stringMatching(sentence) })
    expect(error.message).toContain(error.advice)
    standIn.failAll('append', null)
    await log.ready()
  })
})

describe('eventstoredb in a cluster', () => {
  const unhandled: unknown[] = []
  const note = (reason: unknown) => void unhandled.push(reason)
  let servers: [StandIn, StandIn]
  let gates: [TcpGate, TcpGate]
  let log: EventLog

  beforeEach(async () => {
    process.on('unhandledRejection', note)
    servers = [await startStandIn(), await startStandIn()]
    gates = [await openGate('127.0.0.1', servers[0].port), await openGate('127.0.0.1', servers[1].port)]
    gossip(0)
    const hosts = gates.map(({ port }) => `127.0.0.1:${port}`).join()
    log = createEventStoreDbLog({ url: `esdb://${hosts}?tls=false`, prefix: 'c' })
  })
  afterEach(async () => {
    await log.close()
    await Promise.all([...gates.map((gate) => gate.close()), ...servers.map((server) => server.kill())])
    process.off('unhandledRejection', note)
    expect(unhandled.splice(0)).toEqual([])
  })

  /** All servers report this one as the leader. */
  const gossip = (leader: 0 | 1) => {
    const ports = [gates[leader].port, gates[1 - leader]!.port]
    for (const server of servers) server.gossip(ports)
  }
  const append = (id: string) => log.append(`thing-${id}`, [sampleEvent()], 'no_stream')
  const untilStored = async (id: string) => {
    const began = performance.now()
    await expect
      .poll(
        () =>
          append(id).then(
            () => true,
            () => false,
          ),
        { interval: 50, timeout: 20_000 },
      )
      .toBe(true)
    return performance.now() - began
  }

  test('a leader that accepts and never answers is abandoned when another one leads', async () => {
    await append('before')
    expect(servers[0].store.stream('c.thing-before')).toHaveLength(1)
    const abort = new AbortController()
    log.subscribe(() => undefined, abort.signal)
    await expect.poll(() => servers[0].subscribers).toBe(1)
    // It keeps connections and accepts new ones, but sends nothing, not even ping responses.
    gates[0].set('hang')
    gossip(1)
    const ms = await untilStored('after')
    expect(servers[1].store.stream('c.thing-after')).toHaveLength(1)
    // Keep-alive interval, its timeout, and one second for the gossip of a silent server.
    expect(ms).toBeLessThan(promised(6_000, 20_000))
    await expect.poll(() => servers[1].subscribers).toBe(1)
    abort.abort()
  })

  test('a call that fails while another one searches for a leader causes no unhandled rejection', async () => {
    const abort = new AbortController()
    log.subscribe(() => undefined, abort.signal)
    await expect.poll(() => servers[0].subscribers).toBe(1)
    for (const server of servers) server.gossip([])
    servers[0].failNext('append', 'unavailable')
    const searching = append('searching').catch((error) => error)
    await expect.poll(() => servers[0].calls.gossip).toBeGreaterThan(1)
    servers[0].dropSubscribers('unavailable')
    expect(await searching).toMatchObject({ name: 'EventLogUnavailable' })
    gossip(0)
    await untilStored('again')
    abort.abort()
  })

  test('a cluster without servers is unavailable, causes no unhandled rejection, and is found again', async () => {
    const abort = new AbortController()
    log.subscribe(() => undefined, abort.signal)
    await append('before')
    const running = Array.from({ length: 32 }, (_, index) => append(`running-${index}`))
    await Promise.all(servers.map((server) => server.kill()))
    for (const result of await Promise.allSettled(running)) {
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ name: 'EventLogUnavailable' })
    }
    const away = await Promise.allSettled(Array.from({ length: 8 }, (_, index) => append(`away-${index}`)))
    expect(new Set(away.map(({ status }) => status))).toEqual(new Set(['rejected']))
    await Promise.all(servers.map((server) => server.restart()))
    await untilStored('again')
    abort.abort()
  })
})
