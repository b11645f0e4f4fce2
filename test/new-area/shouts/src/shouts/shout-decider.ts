import type { Aggregate } from '../kernel/command-handler.ts'
import { type Decider, reject } from '../kernel/decider.ts'
import type { ShoutEvent } from './events.ts'

export interface ShoutCommand {
  readonly shoutId: number
  readonly userId: number
  readonly playerId: number
  readonly words: string
  /** ISO 8601 UTC. */
  readonly at: string
}

export type ShoutState = ShoutEvent['data'] | null

export type ShoutRefusal = 'at-oneself'

/** One shout. It is never taken back. */
export const shoutDecider: Decider<ShoutCommand, ShoutEvent, ShoutState, ShoutRefusal> = {
  initialState: null,
  evolve: (_state, { data }) => data,
  decide({ at, ...command }, state) {
    if (command.userId === command.playerId) return reject('at-oneself')
    return state ? [] : [{ type: 'Shouted', data: { ...command, shoutedAt: at } }]
  },
}

export const shout: Aggregate<ShoutCommand, ShoutEvent, ShoutState, ShoutRefusal> = {
  decider: shoutDecider,
  personal: { Shouted: { subject: 'userId', fields: ['words'] } },
}
