import { byCall, type EventsOf, event } from '../../kernel/declared-events.ts'
import type { IdKind } from '../../kernel/ids.ts'

export const shoutIds: IdKind = { name: 'shout', views: ['shouts'] }

/** Stream of one shout. */
export const shoutStream = (shoutId: number): string => `shout-${shoutId}`

/** Upcasts version 1, in which `playerId` was called `to`. */
const renamePlayer = (data: unknown): unknown => {
  const { to: playerId, ...rest } = data as { readonly to: number }
  return { ...rest, playerId }
}

/** Events of stream `shout-{id}`. `words` are encrypted with the author's key. `playerId`: the recipient. */
export const shoutEvents = {
  ShoutPosted: event<{ shoutId: number; userId: number; playerId: number; words: string | null; postedAt: string }>({
    encrypted: { subject: 'userId', fields: ['words'] },
    upcasters: [renamePlayer],
    test: byCall('POST /api/shouts'),
  }),
}
export type ShoutEvent = EventsOf<typeof shoutEvents>
