import type { Event } from './event.ts'

/** An expected rejection is a value: a code of a closed union, with the values of its error text. */
export interface Rejection<Code extends string = string> {
  readonly rejected: Code
  /** Values for the error text, e.g. minutes left. */
  readonly detail?: Readonly<Record<string, string | number>>
}

/** Pure rules of one kind of stream: no clock, no ids, no I/O. Commands carry `at` and every id they need. */
export interface Decider<Command, E extends Event, State, Code extends string> {
  readonly initialState: State
  evolve(state: State, event: E): State
  /** The new events (none when nothing changes), or a rejection. */
  decide(command: Command, state: State): readonly E[] | Rejection<Code>
}

/** Creates the rejection that a decider returns. */
export function reject<Code extends string>(
  rejected: Code,
  detail?: Readonly<Record<string, string | number>>,
): Rejection<Code> {
  return detail ? { rejected, detail } : { rejected }
}

/** True for a rejection. */
export function isRejection<Code extends string>(outcome: unknown | Rejection<Code>): outcome is Rejection<Code> {
  return typeof outcome === 'object' && outcome !== null && 'rejected' in outcome
}
