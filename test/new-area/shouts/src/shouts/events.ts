import type { Event } from '../kernel/event.ts'

/** Stream `shout-{id}`. `words` are personal data under the key of whoever shouted; `playerId`: at whom. */
export type ShoutEvent = Event<
  'Shouted',
  { shoutId: number; userId: number; playerId: number; words: string | null; shoutedAt: string }
>
