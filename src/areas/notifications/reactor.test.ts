import { expect, test } from 'vitest'
import type { CommandContext } from '../../kernel/command-handler.ts'
import type { Position, RecordedEvent } from '../../kernel/event.ts'
import type { NotificationTemplates } from '../../slice/notifications.ts'
import type { Inbox } from './inbox.ts'
import { createNotificationReactor } from './reactor.ts'

test('an area added after a checkpoint starts with its initial memory; the state of other areas is kept', async () => {
  const templates: NotificationTemplates = {
    events: ['Kicked'],
    reads: [],
    remembers: { as: 'kicks', initially: 0, fold: (kicks: number) => kicks + 1 },
    write: () => null,
    sentences: {},
  }
  const reactor = createNotificationReactor({
    inbox: {} as Inbox,
    templates: [templates],
    log: { readStream: async () => [] },
    reached: async () => true,
    announce: async () => undefined,
    clock: { now: () => Date.parse('2026-11-22T12:00:00.000Z') },
  })
  const event = {
    ...{ id: '1', type: 'Kicked', data: {}, stream: 'ball-1', revision: 0, position: '1' as Position },
    metadata: { at: '2026-11-22T12:00:00.000Z' },
    recordedAt: '2026-11-22T12:00:00.000Z',
  } as RecordedEvent
  const before = { results: { 7: '2-1' } }
  expect(await reactor.react(before, event, {} as CommandContext)).toEqual({ ...before, kicks: 1 })
})
