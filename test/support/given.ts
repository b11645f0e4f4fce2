import { expect } from 'vitest'
import { type Decider, isRejection, type Rejection } from '../../src/kernel/decider.ts'
import type { Event } from '../../src/kernel/event.ts'

/** An expected rejection, for `then` instead of events. */
export const rejected = <Code extends string>(code: Code): Rejection<Code> => ({ rejected: code })

/**
 * `given(decider, events).when(command).then(events)` or `.then(rejected(code))`. Events and state are
 * frozen, so a decider that mutates them fails. `thenState` returns the state after the command, to check how it evolved.
 */
export function given<C, E extends Event, S, Code extends string>(
  decider: Decider<C, E, S, Code>,
  events: readonly E[] = [],
) {
  const before = events.reduce(
    (state, event) => freeze(decider.evolve(state, freeze(event))),
    freeze(decider.initialState),
  )
  return {
    state: before,
    when(command: C) {
      const outcome = decider.decide(freeze(command), before)
      return {
        outcome,
        // biome-ignore lint/suspicious/noThenProperty: given, when, then; nobody awaits it
        then(expected: readonly E[] | Rejection<Code>) {
          expect(outcome).toEqual(expected)
        },
        thenState(): S {
          if (isRejection(outcome)) throw new Error(`refused: ${outcome.rejected}`)
          return (outcome as readonly E[]).reduce((state, event) => decider.evolve(state, freeze(event)), before)
        },
      }
    },
  }
}

function freeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    for (const inner of Object.values(value)) freeze(inner)
    // Maps and Sets in a state are left alone: freezing does not affect their content.
    Object.freeze(value)
  }
  return value
}
