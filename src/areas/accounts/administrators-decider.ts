import { type Decider, reject } from '../../kernel/decider.ts'
import type { AdministratorsEvent } from './events.ts'

type AdministratorsCommand =
  | { readonly type: 'appoint'; readonly userId: number }
  | { readonly type: 'dismiss'; readonly userId: number }

/** User ids, in the order of their appointment. */
type AdministratorsState = readonly number[]

/**
 * Ensures that one administrator always remains (T57). All appointments and dismissals are appended to one stream. Two
 * administrators who demote each other at once are therefore decided in order. Every user in the state has the role.
 * The role is set before the appointment, and the dismissal is appended before the role is removed.
 */
export const administratorsDecider: Decider<
  AdministratorsCommand,
  AdministratorsEvent,
  AdministratorsState,
  'last-administrator'
> = {
  initialState: [],

  evolve: (state, event) => {
    switch (event.type) {
      case 'AdministratorAppointed':
        return [...state, event.data.userId]
      case 'AdministratorDismissed':
        return state.filter((id) => id !== event.data.userId)
    }
  },

  decide: ({ type, userId }, state) => {
    const isOne = state.includes(userId)
    if (type === 'appoint') return isOne ? [] : [{ type: 'AdministratorAppointed', data: { userId } }]
    if (!isOne) return []
    if (state.length === 1) return reject('last-administrator')
    return [{ type: 'AdministratorDismissed', data: { userId } }]
  },
}

/** The stream of all appointments and dismissals. */
export const ADMINISTRATORS_STREAM = 'administrators'
