import { expect, test } from 'vitest'
import { createMemoryStore } from '../../event-log/memory/memory-log.ts'
import { createCommandHandler } from '../../kernel/handler.ts'
import { systemContext } from '../../kernel/system-context.ts'
import { createAchievements } from './commands.ts'

const at = '2026-11-21T09:00:00.000Z'

function catalogueOf(store = createMemoryStore()) {
  const log = store.open()
  return { log, achievements: createAchievements({ handler: createCommandHandler({ log }), catalogue: [] }) }
}

test('a repeated order returns the id of the first run, also on another node', async () => {
  const store = createMemoryStore()
  const context = { ...systemContext(at), idBase: 'a key' }
  const { achievements, log } = catalogueOf(store)
  const first = await achievements.order({ orderId: 'first', only: null }, context)
  expect(first).toMatchObject({ ok: true, orderId: 'first' })
  for (const repeats of [achievements, catalogueOf(store).achievements])
    expect(await repeats.order({ orderId: 'again', only: null }, context)).toEqual(first)
  expect((await log.readAll(null, {}, 10)).events).toHaveLength(1)
  expect(await achievements.order({ orderId: 'second', only: null }, systemContext(at))).toMatchObject({
    orderId: 'second',
  })
})
