import type { Event } from './event.ts'

/** An expected refusal is a value: a closed union of codes, with what the sentence to the user needs. */
export interface Rejection<Code extends string = string> {
  readonly rejected: Code
  /** Values for the sentence, e.g. minutes left. */
  readonly detail?: Readonly<Record<string, string | number>>
}

/** Pure core of an area: no clock, no ids, no I/O; commands carry `at` and every id they need. */
export interface Decider<Command, E extends Event, State, Code extends string> {
  readonly initialState: State
  evolve(state: State, event: E): State
  /** The events that follow, none when nothing changes, or a refusal. */
  decide(command: Command, state: State): readonly E[] | Rejection<Code>
}

/** Refuses with a code; a decider returns it. */
export function reject<Code extends string>(
  rejected: Code,
  detail?: Readonly<Record<string, string | number>>,
): Rejection<Code> {
  return detail ? { rejected, detail } : { rejected }
}

/** True for a refusal. */
export function isRejection<Code extends string>(outcome: unknown | Rejection<Code>): outcome is Rejection<Code> {
  return typeof outcome === 'object' && outcome !== null && 'rejected' in outcome
}
