import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readToEnd, sampleEvent } from '../../../test/support/event-log-contract.ts'
import { type StandIn, startStandIn } from '../../../test/support/eventstoredb-stand-in/stand-in.ts'
import type { Proposed } from '../../../test/support/eventstoredb-stand-in/store.ts'
import type { Position } from '../../kernel/event.ts'
import type { EventLog } from '../../kernel/event-log.ts'
import { createEventStoreDbLog } from './eventstoredb-log.ts'

const FOREIGN = 20_000

let standIn: StandIn
let prefix: string
let log: EventLog
const opened: EventLog[] = []

beforeAll(async () => {
  standIn = await startStandIn()
})
afterAll(() => standIn.kill())
beforeEach(() => {
  prefix = `f${Math.random().toString(36).slice(2)}`
  log = open()
})
afterEach(async () => {
  standIn.holdScans(false)
  await Promise.all(opened.splice(0).map((each) => each.close()))
})

function open(more: { timeoutMs?: number } = {}): EventLog {
  // These tests count calls and events: a call that a busy machine cuts would be counted twice or fail.
  const made = createEventStoreDbLog({ url: standIn.url, prefix, timeoutMs: 30_000, ...more })
  opened.push(made)
  return made
}

const fresh = () => `thing-${Math.random().toString(36).slice(2)}`
const append = (type = 'Sampled', count = 1) =>
  log.append(
    fresh(),
    Array.from({ length: count }, () => sampleEvent(type)),
    'no_stream',
  )

/** Events of another game on the same server. */
function flood(count: number, type = 'Foreign'): void {
  const { id, data, metadata } = sampleEvent()
  const event: Proposed = {
    id,
    type,
    contentType: 'application/json',
    data: Buffer.from(JSON.stringify(data)),
    metadata: Buffer.from(JSON.stringify(metadata)),
  }
  standIn.store.write(`stranger.${fresh()}`, Array(count).fill(event), 'no_stream')
}

/** Counts the calls of some work, and the events sent for it. */
async function costOf(work: () => Promise<unknown>) {
  const calls = () => standIn.calls.read + standIn.calls.subscribe
  const [reads, sent] = [calls(), standIn.sent]
  await work()
  return { reads: calls() - reads, sent: standIn.sent - sent }
}

/** The work of an idle node every second: it checks the head and reads from its position. */
async function ticks(count: number, at: Position | null) {
  for (let tick = 0; tick < count; tick++) {
    await log.head()
    await log.readAll(at, { types: ['Sampled'] }, 2_000)
  }
}

describe('on a server shared with others', () => {
  test('an idle node costs the same with 20,000 later events of other prefixes as without', async () => {
    const { position } = await append()
    await ticks(1, position)
    const alone = await costOf(() => ticks(10, position))
    flood(FOREIGN)
    const first = await costOf(() => ticks(1, position))
    expect(first.sent).toBeLessThan(10)
    const shared = await costOf(() => ticks(10, position))
    expect(shared.reads).toBeLessThanOrEqual(1.2 * alone.reads)
    expect(shared.sent).toBeLessThanOrEqual(1.2 * alone.sent)
    expect(await log.head()).toBe(position)
  })

  test('while other games write, a check reads one of their events', async () => {
    const { position } = await append()
    await log.head()
    for (let round = 0; round < 5; round++) {
      flood(1_000)
      expect((await costOf(() => log.head())).sent).toBeLessThanOrEqual(2)
    }
    expect(await log.head()).toBe(position)
    const next = await append()
    expect(await log.head()).toBe(next.position)
    expect((await log.readAll(position, {}, 10)).events.map((event) => event.position)).toEqual([next.position])
  })

  test('the first check of a node reads at most 1,000 events of other games', async () => {
    flood(FOREIGN)
    const { sent } = await costOf(() => log.head())
    expect(sent).toBe(1_000)
    expect(await log.head()).toBeNull()
    expect((await costOf(() => readToEnd(log))).sent).toBe(0)
    const { position } = await append()
    flood(FOREIGN)
    log = open()
    expect((await costOf(() => log.head())).sent).toBe(1_001)
    expect(await log.head()).toBe(position)
    expect((await costOf(() => log.head())).sent).toBe(1)
  })

  test('a new node skips events of other games without receiving them', async () => {
    const first = await append()
    flood(FOREIGN)
    const second = await append()
    flood(FOREIGN)
    log = open()
    const all: Position[] = []
    const { sent } = await costOf(async () => {
      all.push(...(await readToEnd(log)).events.map((event) => event.position))
    })
    expect(all).toEqual([first.position, second.position])
    expect(sent).toBeLessThan(5)
  })

  test('the head check does not read events again that the reader has read', async () => {
    const after = await log.head()
    await append('Sampled', 400)
    const { next } = await readToEnd(log, after, {}, 1_000)
    flood(1)
    const { sent } = await costOf(() => log.head())
    expect(sent).toBeLessThanOrEqual(2)
    expect(await log.head()).toBe(next)
  })

  test('checks during appends never miss events stored before their start', async () => {
    for (let round = 0; round < 20; round++) {
      flood(3)
      const looking = log.head()
      const { position } = await append()
      const [, head] = await Promise.all([looking, log.head()])
      expect(log.compare(head as Position, position)).toBeGreaterThanOrEqual(0)
      const { events } = await readToEnd(open(), null)
      expect(events.at(-1)?.position).toBe(position)
    }
  })

  test('a server restored to an earlier state is scanned again', async () => {
    const kept = await append()
    const count = standIn.store.all.length
    await append()
    await log.head()
    standIn.store.truncate(count)
    expect(await log.head()).toBe(kept.position)
    const { position } = await append()
    expect(await log.head()).toBe(position)
    expect((await log.readAll(kept.position, {}, 10)).events.map((event) => event.position)).toEqual([position])
  })
})

describe('while the server skips events of other games', () => {
  test('an empty page is returned before the end, and the next call continues from the position of the server', async () => {
    const { position } = await append()
    flood(10_000)
    log = open({ timeoutMs: 400 })
    standIn.holdScans(true)
    const { events, next, end } = await log.readAll(position, {}, 10)
    expect([events, end]).toEqual([[], false])
    const passed = standIn.store.all.filter((event) => event.position <= Number(next?.split('-')[0])).length
    expect(standIn.store.all.length - passed).toBeLessThan(4_096)
    standIn.holdScans(false)
    const later = await append()
    const found = await readToEnd(log, next)
    expect(found.events.map((event) => event.position)).toEqual([later.position])
  })

  test('the events received so far are returned', async () => {
    const { position } = await append()
    flood(100)
    log = open({ timeoutMs: 2_000 })
    standIn.holdScans(true)
    const { events, next, end } = await log.readAll(null, {}, 10)
    expect([events.map((event) => event.position), next, end]).toEqual([[position], position, false])
  })

  test('the head is unavailable for callers that time out, and known to later callers', async () => {
    flood(100)
    log = open({ timeoutMs: 500 })
    standIn.holdScans(true)
    await expect(log.head()).rejects.toMatchObject({ name: 'EventLogUnavailable' })
    standIn.holdScans(false)
    await expect.poll(() => log.head().catch(() => 'away')).toBeNull()
    const { position } = await append()
    expect(await log.head()).toBe(position)
  })
})
