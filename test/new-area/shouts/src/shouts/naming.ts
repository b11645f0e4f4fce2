import type { NamingOf } from '../kernel/naming.ts'
import type { ShoutEvent } from './events.ts'

/** Whom the events of shouts name. */
export const shoutNaming: NamingOf<ShoutEvent> = {
  Shouted: { people: ['userId', 'playerId'], own: 'userId' },
}
