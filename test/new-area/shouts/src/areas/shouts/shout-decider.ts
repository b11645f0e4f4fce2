import { type Decider, reject } from '../../kernel/decider.ts'
import type { ShoutEvent } from './events.ts'

type ShoutState = ShoutEvent['data'] | null

/** `at`: ISO 8601 UTC. */
export type ShoutCommand = Omit<ShoutEvent['data'], 'postedAt'> & { readonly at: string }

/** Decides about one shout, which never changes. */
export const shoutDecider: Decider<ShoutCommand, ShoutEvent, ShoutState, 'at-oneself'> = {
  initialState: null,
  evolve: (_state, { data }) => data,
  decide({ at, ...command }, state) {
    if (command.userId === command.playerId) return reject('at-oneself')
    return state ? [] : [{ type: 'ShoutPosted', data: { ...command, postedAt: at } }]
  },
}
