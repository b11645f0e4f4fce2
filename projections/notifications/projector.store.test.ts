import { expect, test } from 'vitest'
import type { AccountEvent } from '../../src/areas/accounts/events.ts'
import type { NotificationSettingsEvent } from '../../src/areas/notifications/events.ts'
import { createRandom } from '../../src/kernel/random.ts'
import { projectorOf } from '../../test/support/projecting.ts'
import { notificationsGroup } from './projector.ts'

type Said = NotificationSettingsEvent | Extract<AccountEvent, { type: 'UserDeleted' }>
const muted = (userId: number, ...kinds: NotificationSettingsEvent['data']['kinds']): Said => ({
  type: 'NotificationsMuted',
  data: { userId, kinds },
})
const deleted = (userId: number): Said => ({ type: 'UserDeleted', data: { userId } })

const project = projectorOf(notificationsGroup)

/** Returns `1 prize`, `2 league`… after all events, in batches of a size. */
async function projected(events: readonly Said[], size: number) {
  const { tables, changes } = await project(events, size)
  return { rows: tables.mutes!.map(({ user_id, kind }) => `${user_id} ${kind}`), changes }
}

test('the last list of each player counts, and their pages are notified', async () => {
  const { rows, changes } = await projected(
    [muted(1, 'prize', 'league'), muted(2, 'league'), muted(1, 'gameweek'), muted(2)],
    10,
  )
  expect(rows).toEqual(['1 gameweek'])
  expect(changes).toEqual([
    { room: 'user:1', topic: 'notifications' },
    { room: 'user:2', topic: 'notifications' },
  ])
})

test('nothing of a deleted player remains, even for events after the deletion', async () => {
  const events = [muted(1, 'prize'), muted(2, 'prize'), deleted(1), muted(1, 'league')]
  for (const size of [1, 10]) expect((await projected(events, size)).rows).toEqual(['2 prize'])
})

test('random events result in the same table in batches of any size', async () => {
  const random = createRandom('notifications')
  const kinds = ['achievement', 'correction', 'gameweek', 'prize', 'league'] as const
  const events = Array.from({ length: 150 }, () => {
    const userId = 1 + random.below(12)
    return random.below(20) === 0 ? deleted(userId) : muted(userId, ...kinds.filter(() => random.below(2) === 0))
  })
  const whole = await projected(events, events.length)
  expect(whole.rows.length).toBeGreaterThan(3)
  for (const size of [1, 7]) expect((await projected(events, size)).rows).toEqual(whole.rows)
})
