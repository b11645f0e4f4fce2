import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { CommandContext } from '../kernel/command-handler.ts'
import type { Decider } from '../kernel/decider.ts'
import type { Event } from '../kernel/event.ts'
import { PlayPaused } from '../kernel/event-log.ts'
import { createCommandHandler } from '../kernel/handler.ts'
import { createMemoryStore } from './memory/memory-log.ts'
import { createPurges, type PurgeState } from './purges.ts'

type CounterEvent = Event<'Opened', object> | Event<'Counted', { by: number }>
type CounterCommand = { readonly open: true } | { readonly count: number }

/** Every command counts: repeats are recognised by ids only. */
const counter: Decider<CounterCommand, CounterEvent, number, never> = {
  initialState: 0,
  evolve: (total, event) => (event.type === 'Counted' ? total + event.data.by : total),
  decide: (command) =>
    'open' in command ? [{ type: 'Opened', data: {} }] : [{ type: 'Counted', data: { by: command.count } }],
}

const at = '2026-08-01T10:00:00.000Z'
const context = (more: Partial<CommandContext> = {}): CommandContext => ({
  ...{ actor: 7, at, correlationId: 'request-1', causationId: 'command-1', source: 'command' },
  ...more,
})
const simulated = (more: Partial<CommandContext> = {}) => context({ simulated: true, ...more })
const none: PurgeState = { position: null, isRunning: false }

/** A node with a store whose purges hide marked `Counted` events. */
function node(store = createMemoryStore(), find = async () => none) {
  const whole = store.open()
  const purges = createPurges(whole, ['Counted'], find)
  const { log, onPurged } = purges
  return {
    ...{ store, whole, purges, log },
    handler: createCommandHandler({ log, onPurged }),
    async purge() {
      purges.update({ position: await purges.record(randomUUID(), at), isRunning: false })
    },
  }
}

describe('R165 purged events', () => {
  test('are not read, and keep their revisions: the stream continues after them', async () => {
    const { handler, log, whole, purge } = node()
    await handler.handle(counter, 'a', { open: true }, simulated())
    await handler.handle(counter, 'a', { count: 2 }, context())
    await handler.handle(counter, 'a', { count: 5 }, simulated())
    await purge()
    // The type of the first event is not purged.
    expect(await handler.load(counter, 'a')).toMatchObject({ state: 2, revision: 1 })
    expect(await handler.handle(counter, 'a', { count: 1 }, context())).toMatchObject({ state: 3, revision: 3 })
    expect(await handler.handle(counter, 'a', { count: 10 }, simulated())).toMatchObject({ state: 13, revision: 4 })
    expect((await log.readStream('a')).map(({ revision }) => revision)).toEqual([0, 1, 3, 4])
    expect((await log.readAll(null, { types: ['Counted'] }, 10)).events.map(({ revision }) => revision)).toEqual([
      1, 3, 4,
    ])
    expect((await whole.readStream('a')).map(({ revision }) => revision)).toEqual([0, 1, 2, 3, 4])
    const another = node(createMemoryStore())
    expect(await another.handler.load(counter, 'a')).toMatchObject({ state: 0, revision: -1 })
  })

  test('do not count as repeats of their commands, one or many; their ids stay used', async () => {
    for (const many of [false, true]) {
      const { handler, whole, purge } = node()
      const ran = async (count: number, more: CommandContext) => {
        const item = { stream: 'a', command: { count }, context: more }
        return many
          ? (await handler.handleMany(counter, [{ ...item, fresh: true }]))[0]
          : handler.handle(counter, item.stream, item.command, item.context)
      }
      await ran(4, simulated({ idBase: 'answer' }))
      await purge()
      expect(await ran(6, context({ idBase: 'answer' }))).toMatchObject({ state: 6, revision: 1 })
      expect(await ran(1, context({ idBase: 'next' }))).toMatchObject({ state: 7, revision: 2 })
      const ids = (await whole.readStream('a')).map(({ id }) => id)
      expect(new Set(ids).size).toBe(3)
    }
  })

  test('do not affect repeats of other commands', async () => {
    const { handler, whole, purge } = node()
    const items = ['a', 'b'].map((stream) => ({
      ...{ stream, command: { count: 4 }, context: context({ idBase: 'answer' }), fresh: true },
    }))
    await handler.handleMany(counter, items)
    await handler.handle(counter, 'a', { count: 5 }, simulated())
    await purge()
    expect(await handler.handleMany(counter, items)).toMatchObject([{ state: 4 }, { state: 4 }])
    expect(await whole.readStream('b')).toHaveLength(1)
  })

  test('are removed from cached folds', async () => {
    const { handler, purge } = node()
    const loaded = await handler.load(counter, 'a')
    await handler.handle(counter, 'a', { count: 2 }, simulated())
    const old = await handler.load(counter, 'a')
    await purge()
    await handler.handle(counter, 'a', { count: 1 }, context(), loaded)
    await handler.handle(counter, 'a', { count: 1 }, context(), old)
    expect((await handler.load(counter, 'a')).state).toBe(2)
  })

  test('another writer after them causes a conflict', async () => {
    const one = node()
    await one.handler.handle(counter, 'a', { count: 2 }, simulated())
    await one.purge()
    const other = node(one.store)
    expect(await other.handler.load(counter, 'a')).toMatchObject({ state: 0 })
    await one.handler.handle(counter, 'a', { count: 3 }, context())
    expect(await other.handler.handle(counter, 'a', { count: 4 }, context())).toMatchObject({ state: 7, revision: 2 })
  })
})

test('a purge is recorded once, however often it is started', async () => {
  const { purges, log } = node()
  const [one, two] = [randomUUID(), randomUUID()]
  const first = await purges.record(one, at)
  expect(await purges.record(one, at)).toBe(first)
  expect(await purges.record(two, at)).not.toBe(first)
  expect((await log.readStream('simulation')).map(({ data }) => data)).toEqual([{ clearing: one }, { clearing: two }])
})

test('nothing is stored during a purge, and reads continue; the next write detects its end', async () => {
  let state: PurgeState = { position: null, isRunning: true }
  const { handler, log } = node(createMemoryStore(), async () => state)
  const refused = handler.handle(counter, 'a', { count: 1 }, context())
  await expect(refused).rejects.toThrow(PlayPaused)
  await expect(
    handler.handleMany(counter, [{ stream: 'a', command: { count: 1 }, context: context() }]),
  ).rejects.toThrow('Simulated data is being cleared')
  expect(await log.readStream('a')).toEqual([])
  state = none
  expect(await handler.handle(counter, 'a', { count: 1 }, context())).toMatchObject({ state: 1 })
})

test('in a store of an older version, clearings are purges, and events under simulation are marked', async () => {
  const store = createMemoryStore()
  const { whole } = node(store)
  const append = async (mark: object, by: number, expected: 'no_stream' | number) => {
    const { correlationId, causationId, ...rest } = context()
    const metadata = { $correlationId: correlationId, $causationId: causationId, version: 1, ...rest, ...mark }
    await whole.append('a', [{ id: randomUUID(), type: 'Counted', data: { by }, metadata }], expected)
  }
  await append({}, 1, 'no_stream')
  await append({ simulated: true }, 10, 0)
  await append({ underSimulation: true }, 100, 1)
  await node(store).purges.record(randomUUID(), at)
  await append({ simulated: true }, 1_000, 2)
  expect((await node(store).handler.load(counter, 'a')).state).toBe(1_001)
})
