import { expect, test } from 'vitest'
import { createMemoryLog } from '../event-log/memory/memory-log.ts'
import type { Aggregate, CommandContext } from './command-handler.ts'
import type { Event, Position } from './event.ts'
import { createCommandHandler } from './handler.ts'
import { showingWhatStands } from './standing.ts'

type Switched = Event<'SwitchedOn', object> | Event<'SwitchedOff', object>

const light: Aggregate<'on' | 'off', Switched, boolean, never> = {
  decider: {
    initialState: false,
    evolve: (_, event) => event.type === 'SwitchedOn',
    decide: (wanted, isOn) =>
      isOn === (wanted === 'on') ? [] : [{ type: wanted === 'on' ? 'SwitchedOn' : 'SwitchedOff', data: {} }],
  },
}

const context: CommandContext = {
  actor: 7,
  at: '2026-08-01T10:00:00.000Z',
  correlationId: 'request-1',
  causationId: 'request-1',
  source: 'command',
}

function watched() {
  const waits: { position: Position; types: readonly string[] }[] = []
  const handler = showingWhatStands(createCommandHandler({ log: createMemoryLog() }), async (position, types) => {
    waits.push({ position, types })
  })
  return { handler, waits }
}

test('R56: a request that changes nothing waits for what another has stored before it', async () => {
  const { handler, waits } = watched()
  const [first, second] = await Promise.all([
    handler.handle(light, 'light-1', 'on', context),
    handler.handle(light, 'light-1', 'on', context),
  ])
  expect(first).toMatchObject({ ok: true, events: [{ type: 'SwitchedOn' }] })
  expect(second).toMatchObject({ ok: true, events: [], position: null })
  expect(waits).toEqual([{ position: first.ok && first.position, types: ['SwitchedOn'] }])
})

test('R56: of several at once each waits for its own stream, and for every kind of event that was stored there', async () => {
  const { handler, waits } = watched()
  for (const wanted of ['on', 'off'] as const) await handler.handle(light, 'light-1', wanted, context)
  const many = ['light-1', 'light-2'].map((stream) => ({ stream, command: 'off' as const, context }))
  await handler.handleMany(light, many)
  expect(waits.map(({ types }) => types)).toEqual([['SwitchedOn', 'SwitchedOff']])
})

test('what a reactor finds done is not waited for: the tables may be waiting for the reactor', async () => {
  const { handler, waits } = watched()
  await handler.handle(light, 'light-1', 'on', context)
  await handler.handle(light, 'light-1', 'on', { ...context, source: 'reactor:lamps' })
  expect(waits).toEqual([])
})
