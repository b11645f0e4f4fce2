import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { promised } from '../../test/support/promised.ts'
import { createMemoryLog, createMemoryStore } from '../event-log/memory/memory-log.ts'
import type { CommandContext } from './command-handler.ts'
import { type Decider, reject } from './decider.ts'
import { byGame, event } from './declared-events.ts'
import type { Event } from './event.ts'
import { type EventLog, EventLogUnavailable, WrongExpectedRevision } from './event-log.ts'
import { createCommandHandler } from './handler.ts'

type CounterEvent = Event<'Opened', { name: string }> | Event<'Counted', { by: number }>
type CounterCommand = { open: string } | { count: number } | { nothing: true }
interface CounterState {
  open: boolean
  total: number
}

const counter: Decider<CounterCommand, CounterEvent, CounterState, 'already-open' | 'not-open' | 'too-much'> = {
  initialState: { open: false, total: 0 },
  evolve: (state, event) =>
    event.type === 'Opened' ? { ...state, open: true } : { ...state, total: state.total + event.data.by },
  decide(command, state) {
    if ('open' in command)
      return state.open ? reject('already-open') : [{ type: 'Opened', data: { name: command.open } }]
    if ('nothing' in command) return []
    if (!state.open) return reject('not-open')
    if (state.total + command.count > 1_000) return reject('too-much')
    return [{ type: 'Counted', data: { by: command.count } }]
  },
}

const context = (more: Partial<CommandContext> = {}): CommandContext => ({
  actor: 7,
  at: '2026-08-01T10:00:00.000Z',
  correlationId: 'request-1',
  causationId: 'command-1',
  source: 'command',
  ...more,
})

const fresh = () => `counter-${randomUUID()}`

/** A log that counts its calls. */
function spied(log: EventLog) {
  const calls = { reads: [] as number[], appends: 0, appendManys: 0 }
  const spy: EventLog & { calls: typeof calls } = {
    ...log,
    calls,
    readStream: (stream, from = 0) => {
      calls.reads.push(from)
      return log.readStream(stream, from)
    },
    append: (...call) => {
      calls.appends++
      return log.append(...call)
    },
    appendMany: (appends) => {
      calls.appendManys++
      return log.appendMany(appends)
    },
  }
  return spy
}

describe('R56: a command that changes nothing', () => {
  test('reports the last event and all types of its stream, also when a concurrent command stored them', async () => {
    const [store, stream] = [createMemoryStore(), fresh()]
    const handler = createCommandHandler({ log: store.open() })
    const seen: unknown[] = []
    const recording = context({ reliesOn: (each) => seen.push(each) })
    await handler.handle(counter, stream, { open: 'a' }, recording)
    const [counted] = await Promise.all([
      handler.handle(counter, stream, { count: 4 }, recording),
      handler.handle(counter, stream, { nothing: true }, recording),
    ])
    const last = { position: counted.ok && counted.position, types: ['Opened', 'Counted'] }
    expect(seen).toEqual([last])
    // A node that has only read the events reports the same.
    await createCommandHandler({ log: store.open() }).handle(counter, stream, { nothing: true }, recording)
    expect(seen).toEqual([last, last])
  })

  test('in a batch, each reports its own stream, and nothing without a stream', async () => {
    const handler = createCommandHandler({ log: createMemoryLog() })
    const [stream, none] = [fresh(), fresh()]
    const opened = await handler.handle(counter, stream, { open: 'a' }, context())
    const seen: unknown[] = []
    const recording = context({ reliesOn: (each) => seen.push(each) })
    const command = { nothing: true } as const
    await handler.handleMany(
      counter,
      [stream, none].map((each) => ({ stream: each, command, context: recording })),
    )
    expect(seen).toEqual([{ position: opened.ok && opened.position, types: ['Opened'] }])
  })
})

test('a command is decided, appended and answered with events, state, revision and position', async () => {
  const log = createMemoryLog()
  const handler = createCommandHandler({ log })
  const stream = fresh()
  const opened = await handler.handle(counter, stream, { open: 'a' }, context())
  expect(opened).toEqual({
    ok: true,
    events: [{ type: 'Opened', data: { name: 'a' } }],
    types: ['Opened'],
    state: { open: true, total: 0 },
    revision: 0,
    position: await log.head(),
  })
})

test('the metadata contains correlation, causation, actor, source, effective time and schema version', async () => {
  const log = createMemoryLog()
  const same = (data: unknown) => data
  const events = { Counted: event<{ by: number }>({ upcasters: [same, same], test: byGame }) }
  const handler = createCommandHandler({ log, events })
  const stream = fresh()
  await handler.handle(counter, stream, { open: 'a' }, context())
  await handler.handle(
    counter,
    stream,
    { count: 1 },
    context({ actor: null, source: 'reactor:prizes', simulated: true }),
  )
  const [first, second] = await log.readStream(stream)
  expect(first?.metadata).toEqual({
    $correlationId: 'request-1',
    $causationId: 'command-1',
    actor: 7,
    version: 1,
    source: 'command',
    at: '2026-08-01T10:00:00.000Z',
  })
  expect(second?.metadata).toMatchObject({ actor: null, version: 3, source: 'reactor:prizes', simulated: true })
})

test('many commands at once leave turns of the event loop to requests', async () => {
  const handler = createCommandHandler({ log: createMemoryLog() })
  let [turns, isDone] = [0, false]
  const count = () => {
    turns++
    if (!isDone) setImmediate(count)
  }
  setImmediate(count)
  const items = Array.from({ length: 200 }, () => ({ stream: fresh(), command: { open: 'a' }, context: context() }))
  const handled = await handler.handleMany(
    counter,
    items.map((item) => ({ ...item, fresh: true })),
  )
  isDone = true
  expect(handled.every(({ ok }) => ok)).toBe(true)
  // Three while they are decided. As a single turn, there would be none.
  expect(turns).toBeGreaterThanOrEqual(3)
})

describe('a stream loaded before the command', () => {
  test('is not read again for one or many commands, and a rejection is final', async () => {
    const log = spied(createMemoryLog())
    const handler = createCommandHandler({ log })
    const [one, other] = [fresh(), fresh()]
    const loaded = await Promise.all([handler.load(counter, one), handler.load(counter, other)])
    log.calls.reads.length = 0
    expect(await handler.handle(counter, one, { open: 'a' }, context(), loaded[0])).toMatchObject({ ok: true })
    const items = [{ stream: other, command: { count: 1 }, context: context(), loaded: loaded[1] }]
    expect(await handler.handleMany(counter, items)).toEqual([{ ok: false, rejected: 'not-open' }])
    expect(log.calls.reads).toEqual([])
  })

  test('is read again after another node has appended to it', async () => {
    const store = createMemoryStore()
    const handler = createCommandHandler({ log: store.open() })
    const elsewhere = createCommandHandler({ log: store.open() })
    const stream = fresh()
    const loaded = await handler.load(counter, stream)
    await elsewhere.handle(counter, stream, { open: 'a' }, context())
    const [opened] = await handler.handleMany(counter, [{ stream, command: { open: 'b' }, context: context(), loaded }])
    expect(opened).toEqual({ ok: false, rejected: 'already-open' })
    expect(await handler.handle(counter, stream, { count: 2 }, context(), loaded)).toMatchObject({
      ok: true,
      state: { total: 2 },
    })
  })

  test('is replaced by a newer fold of this process', async () => {
    const log = spied(createMemoryLog())
    const handler = createCommandHandler({ log })
    const stream = fresh()
    const loaded = await handler.load(counter, stream)
    await handler.handle(counter, stream, { open: 'a' }, context())
    log.calls.appends = 0
    expect(await handler.handle(counter, stream, { count: 2 }, context(), loaded)).toMatchObject({ ok: true })
    expect(log.calls.appends).toBe(1)
  })

  test('decides each of many commands, whatever this process has stored since: a command without a change stays one', async () => {
    const handler = createCommandHandler({ log: createMemoryLog() })
    const setTo: Decider<{ open: string }, CounterEvent, { name: string }, never> = {
      initialState: { name: '' },
      evolve: (state, event) => (event.type === 'Opened' ? event.data : state),
      decide: ({ open }, { name }) => (open === name ? [] : [{ type: 'Opened', data: { name: open } }]),
    }
    const stream = fresh()
    await handler.handle(setTo, stream, { open: 'a' }, context())
    const loaded = await handler.load(setTo, stream)
    await handler.handle(setTo, stream, { open: 'b' }, context())
    const [same] = await handler.handleMany(setTo, [{ stream, command: { open: 'a' }, context: context(), loaded }])
    expect(same).toMatchObject({ ok: true, events: [], position: null })
  })
})

test('a rejection is a value, and nothing is stored', async () => {
  const log = createMemoryLog()
  const handler = createCommandHandler({ log })
  const stream = fresh()
  expect(await handler.handle(counter, stream, { count: 1 }, context())).toEqual({ ok: false, rejected: 'not-open' })
  await handler.handle(counter, stream, { open: 'a' }, context())
  expect(await handler.handle(counter, stream, { count: 1_001 }, context())).toEqual({
    ok: false,
    rejected: 'too-much',
  })
  expect(await log.readStream(stream)).toHaveLength(1)
})

test('an empty decision is a success without a position', async () => {
  const handler = createCommandHandler({ log: createMemoryLog() })
  expect(await handler.handle(counter, fresh(), { nothing: true }, context())).toMatchObject({
    ok: true,
    events: [],
    position: null,
    revision: -1,
  })
})

test('a cached state is continued from its revision, never from the beginning', async () => {
  const log = spied(createMemoryLog())
  const handler = createCommandHandler({ log })
  const stream = fresh()
  await handler.handle(counter, stream, { open: 'a' }, context())
  await handler.handle(counter, stream, { count: 2 }, context())
  expect(await handler.load(counter, stream)).toMatchObject({
    state: { open: true, total: 2 },
    revision: 1,
    ids: [expect.any(String), expect.any(String)],
  })
  expect(log.calls.reads).toEqual([0, 1, 2])
})

test('events of another node are read before a command is rejected', async () => {
  const store = createMemoryStore()
  const one = createCommandHandler({ log: store.open() })
  const two = createCommandHandler({ log: store.open() })
  const stream = fresh()
  await one.handle(counter, stream, { open: 'a' }, context())
  await two.handle(counter, stream, { count: 999 }, context())
  expect(await one.handle(counter, stream, { count: 2 }, context())).toEqual({ ok: false, rejected: 'too-much' })
})

test('the cache is bounded: an evicted stream is folded again from its beginning', async () => {
  const log = spied(createMemoryLog())
  const handler = createCommandHandler({ log, cached: 2 })
  for (const name of ['a', 'b', 'c']) await handler.handle(counter, `counter-${name}`, { open: name }, context())
  log.calls.reads.length = 0
  await handler.load(counter, 'counter-c')
  await handler.load(counter, 'counter-a')
  expect(log.calls.reads).toEqual([1, 0])
})

test('two areas fold one stream with different deciders', async () => {
  const handler = createCommandHandler({ log: createMemoryLog() })
  const stream = fresh()
  await handler.handle(counter, stream, { open: 'a' }, context())
  const names: Decider<never, CounterEvent, string[], never> = {
    initialState: [],
    evolve: (state, event) => [...state, event.type],
    decide: () => [],
  }
  expect((await handler.load(names, stream)).state).toEqual(['Opened'])
  expect((await handler.load(counter, stream)).state).toEqual({ open: true, total: 0 })
})

test('a conflict is decided again: no count is lost when two nodes race', async () => {
  const store = createMemoryStore()
  const nodes = [createCommandHandler({ log: store.open() }), createCommandHandler({ log: store.open() })]
  const stream = fresh()
  await nodes[0]?.handle(counter, stream, { open: 'a' }, context())
  const outcomes = await Promise.all(
    Array.from({ length: 40 }, (_, n) => nodes[n % 2]?.handle(counter, stream, { count: 1 }, context())),
  )
  expect(outcomes.every((outcome) => outcome?.ok)).toBe(true)
  expect((await nodes[1]?.load(counter, stream))?.state.total).toBe(40)
})

test('twenty concurrent commands on a new stream: one succeeds, nineteen are rejected', async () => {
  const handler = createCommandHandler({ log: createMemoryLog() })
  const stream = fresh()
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, () => handler.handle(counter, stream, { open: 'a' }, context())),
  )
  expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1)
  expect(outcomes.filter((outcome) => !outcome.ok && outcome.rejected === 'already-open')).toHaveLength(19)
})

test('after 20 conflicts the log counts as unavailable', async () => {
  const log = spied(createMemoryLog())
  let tries = 0
  log.append = async (stream, _events, expected) => {
    tries++
    throw new WrongExpectedRevision(stream, expected, 99)
  }
  const handler = createCommandHandler({ log })
  await expect(handler.handle(counter, fresh(), { open: 'a' }, context())).rejects.toBeInstanceOf(EventLogUnavailable)
  expect(tries).toBe(20)
})

test('a log that hangs is unavailable after the timeout, for queued commands too', async () => {
  const log = { ...createMemoryLog(), readStream: () => new Promise<never>(() => undefined) }
  const handler = createCommandHandler({ log, timeoutMs: 100 })
  const stream = fresh()
  const began = performance.now()
  const outcomes = await Promise.allSettled(
    [1, 2, 3].map(() => handler.handle(counter, stream, { open: 'a' }, context())),
  )
  expect(performance.now() - began).toBeLessThan(promised(1_000))
  for (const outcome of outcomes)
    expect(outcome).toMatchObject({ status: 'rejected', reason: { name: 'EventLogUnavailable' } })
})

test('a repeat with the same idBase returns the first outcome and stores nothing twice', async () => {
  const log = createMemoryLog()
  const stream = fresh()
  const again = context({ idBase: 'reactor/event-1' })
  const first = createCommandHandler({ log })
  await first.handle(counter, stream, { open: 'a' }, context({ idBase: 'reactor/event-0' }))
  const counted = await first.handle(counter, stream, { count: 5 }, again)
  await first.handle(counter, stream, { count: 7 }, context())
  for (const handler of [first, createCommandHandler({ log })]) {
    const repeat = await handler.handle(counter, stream, { count: 5 }, again)
    expect(repeat).toMatchObject({
      ok: true,
      position: counted.ok && counted.position,
      events: [{ type: 'Counted', data: { by: 5 } }],
    })
  }
  expect(await log.readStream(stream)).toHaveLength(3)
})

test('a repeat is found in a stream whose ids are not cached', async () => {
  const log = createMemoryLog()
  const handler = createCommandHandler({ log })
  const stream = fresh()
  await handler.handle(counter, stream, { open: 'a' }, context())
  await handler.handle(counter, stream, { count: 1 }, context({ idBase: 'early' }))
  for (let n = 0; n < 300; n++) await handler.handle(counter, stream, { count: 1 }, context())
  await handler.handle(counter, stream, { count: 1 }, context({ idBase: 'early' }))
  expect((await handler.load(counter, stream)).state.total).toBe(301)
})

test('ids are deterministic by idBase, stream and index, and random without', async () => {
  const ids = async (idBase?: string) => {
    const log = createMemoryLog()
    await createCommandHandler({ log }).handle(counter, 'counter-1', { open: 'a' }, context({ idBase }))
    return (await log.readStream('counter-1')).map((event) => event.id)
  }
  expect(await ids('x')).toEqual(await ids('x'))
  expect(await ids('x')).not.toEqual(await ids('y'))
  expect(await ids()).not.toEqual(await ids())
})

test('many fresh commands are one append to the log, without reads', async () => {
  const log = spied(createMemoryLog())
  const handler = createCommandHandler({ log })
  const items = Array.from({ length: 1_000 }, (_, n) => ({
    stream: `counter-${n}`,
    command: { open: `${n}` },
    context: context(),
    fresh: true,
  }))
  const outcomes = await handler.handleMany(counter, items)
  expect(outcomes.every((outcome) => outcome.ok && outcome.revision === 0 && outcome.position !== null)).toBe(true)
  expect(log.calls).toEqual({ reads: [], appends: 0, appendManys: 1 })
})

test('commands wrongly marked fresh are retried concurrently, and in order on one stream', async () => {
  const log = createMemoryLog()
  const streams = Array.from({ length: 40 }, fresh)
  const setting = createCommandHandler({ log })
  for (const stream of streams) await setting.handle(counter, stream, { open: 'a' }, context())
  let [running, most] = [0, 0]
  const slow: EventLog = {
    ...log,
    async readStream(stream, from) {
      most = Math.max(most, ++running)
      await new Promise((resolve) => setTimeout(resolve, 1))
      running--
      return log.readStream(stream, from)
    },
  }
  const items = [...streams, streams[0]!].map((stream, index) => ({
    stream,
    command: { count: index + 1 },
    context: context(),
    fresh: true,
  }))
  const outcomes = await createCommandHandler({ log: slow }).handleMany(counter, items)
  expect(outcomes.map((outcome) => outcome.ok && outcome.state.total)).toEqual([
    ...streams.map((_, index) => index + 1),
    42,
  ])
  expect(most).toBeGreaterThan(8)
})

test('outcomes of a batch are in the order of the items; a wrong `fresh` is decided again on the real state', async () => {
  const log = createMemoryLog()
  const handler = createCommandHandler({ log })
  await handler.handle(counter, 'counter-there', { open: 'there' }, context())
  const item = (stream: string, command: CounterCommand, fresh?: boolean) => ({
    stream,
    command,
    context: context(),
    fresh,
  })
  const outcomes = await createCommandHandler({ log }).handleMany(counter, [
    item('counter-there', { open: 'again' }, true),
    item('counter-there', { count: 4 }, true),
    item('counter-new', { open: 'new' }, true),
    item('counter-none', { count: 1 }),
    item('counter-there', { count: 5 }),
    item('counter-there', { count: 6 }),
    item('counter-new', { nothing: true }),
  ])
  expect(outcomes.map((outcome) => (outcome.ok ? outcome.events.length : outcome.rejected))).toEqual([
    'already-open',
    1,
    1,
    'not-open',
    1,
    1,
    0,
  ])
  expect((await handler.load(counter, 'counter-there')).state.total).toBe(15)
})

test('old events are upcast before they are folded', async () => {
  const log = createMemoryLog()
  await createCommandHandler({ log }).handle(counter, 'counter-1', { open: 'a' }, context())
  const handler = createCommandHandler({
    log,
    upcast: (event) => (event.type === 'Opened' ? { ...event, type: 'Counted', data: { by: 42 } } : event),
  })
  expect((await handler.load(counter, 'counter-1')).state).toEqual({ open: false, total: 42 })
})

type NoteEvent = Event<'Noted', { text: string }>
/** Its state lists the folded events. */
const notes: Decider<{ note: string }, NoteEvent, readonly string[], never> = {
  initialState: [],
  evolve: (state, event) => [...state, event.data.text],
  decide: ({ note }) => [{ type: 'Noted', data: { text: note } }],
}
const noted = (text: string) => [{ type: 'Noted', data: { text } }]

/** A log that does not report repeats. */
function withoutRepeats(log: EventLog): EventLog {
  const withhold = <T extends object>(result: T) => ({ ...result, repeated: undefined })
  return {
    ...log,
    append: async (...call) => withhold(await log.append(...call)),
    appendMany: async (appends) => (await log.appendMany(appends)).map(withhold),
  }
}

test.each([
  ['that reports repeats', (log: EventLog) => log],
  ['that does not', withoutRepeats],
])('a fresh command repeated with its idBase returns and folds the stored events (a log %s)', async (_what, kind) => {
  const log = createMemoryLog()
  const item = (stream: string, note: string, idBase?: string) => ({
    stream,
    command: { note },
    context: context({ idBase }),
    fresh: true,
  })
  const first = createCommandHandler({ log: kind(log) })
  const stored = await first.handleMany(notes, [item('note-1', 'first', 'a'), item('note-2', 'once', 'b')])
  await first.handle(notes, 'note-1', { note: 'after' }, context())
  const second = createCommandHandler({ log: kind(log) })
  const [repeat, new3] = await second.handleMany(notes, [item('note-1', 'again', 'a'), item('note-3', 'new', 'c')])
  expect(repeat).toMatchObject({
    ok: true,
    events: noted('first'),
    state: ['first', 'after'],
    revision: 1,
    position: stored[0]?.ok && stored[0].position,
  })
  expect(new3).toMatchObject({ ok: true, events: noted('new'), state: ['new'], revision: 0 })
  expect((await second.load(notes, 'note-1')).state).toEqual(['first', 'after'])
  expect((await second.load(notes, 'note-3')).state).toEqual(['new'])
})

test.each([
  ['that reports repeats', (log: EventLog) => log],
  ['that does not', withoutRepeats],
])(
  'events that another node stores concurrently with the same idBase are the outcome (a log %s)',
  async (_what, kind) => {
    const log = createMemoryLog()
    const other = createCommandHandler({ log })
    const late: EventLog = {
      ...log,
      async append(...call) {
        await other.handle(notes, 'note-1', { note: 'theirs' }, context({ idBase: 'a' }))
        return log.append(...call)
      },
    }
    const handler = createCommandHandler({ log: kind(late) })
    const outcome = await handler.handle(notes, 'note-1', { note: 'mine' }, context({ idBase: 'a' }))
    expect(outcome).toMatchObject({ ok: true, events: noted('theirs'), state: ['theirs'], revision: 0 })
    expect((await handler.load(notes, 'note-1')).state).toEqual(['theirs'])
  },
)

test('fresh commands with an idBase need no reads when the log reports that they are no repeats', async () => {
  const log = spied(createMemoryLog())
  const items = Array.from({ length: 100 }, (_, n) => ({
    stream: `note-${n}`,
    command: { note: `${n}` },
    context: context({ idBase: 'all' }),
    fresh: true,
  }))
  await createCommandHandler({ log }).handleMany(notes, items)
  expect(log.calls).toEqual({ reads: [], appends: 0, appendManys: 1 })
})

test('deterministic commands with an idBase need no reads in any log, and their repeats return the same', async () => {
  const log = createMemoryLog()
  const items = Array.from({ length: 100 }, (_, n) => ({
    stream: `note-${n}`,
    command: { note: `${n}` },
    context: context({ idBase: 'all', isDeterministic: true }),
    fresh: true,
  }))
  const runs = []
  for (let run = 0; run < 2; run++) {
    const spy = spied(log)
    runs.push(await createCommandHandler({ log: withoutRepeats(spy) }).handleMany(notes, items))
    expect(spy.calls).toEqual({ reads: [], appends: 0, appendManys: 1 })
  }
  expect(runs[1]).toEqual(runs[0])
})

test('fresh commands are decided on the cached state without reads; unknown events are a conflict', async () => {
  const log = spied(createMemoryLog())
  const handler = createCommandHandler({ log })
  const item = (stream: string, note: string) => ({ stream, command: { note }, context: context(), fresh: true })
  await handler.handleMany(notes, [item('note-1', 'a'), item('note-2', 'a')])
  await handler.handleMany(notes, [item('note-1', 'b'), item('note-2', 'b')])
  expect(log.calls).toEqual({ reads: [], appends: 0, appendManys: 2 })
  await createCommandHandler({ log }).handle(notes, 'note-1', { note: 'of another node' }, context())
  const outcomes = await handler.handleMany(notes, [item('note-1', 'c'), item('note-2', 'c')])
  expect(outcomes.map((outcome) => outcome.ok && outcome.state)).toEqual([
    ['a', 'b', 'of another node', 'c'],
    ['a', 'b', 'c'],
  ])
})
