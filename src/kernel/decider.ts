import type { Event } from './event.ts'

/** An expected rejection is a value: a code of a closed union. */
export interface Rejection<Code extends string = string> {
  readonly rejected: Code
}

/** Pure rules of one kind of stream: no clock, no ids, no I/O. Commands carry `at` and every id they need. */
export interface Decider<Command, E extends Event, State, Code extends string> {
  readonly initialState: State
  evolve(state: State, event: E): State
  /** The new events (none when nothing changes), or a rejection. */
  decide(command: Command, state: State): readonly E[] | Rejection<Code>
}

export const reject = <Code extends string>(rejected: Code): Rejection<Code> => ({ rejected })

export function isRejection<Code extends string>(outcome: unknown | Rejection<Code>): outcome is Rejection<Code> {
  return typeof outcome === 'object' && outcome !== null && 'rejected' in outcome
}
