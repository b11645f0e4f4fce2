import type { Aggregate } from '../kernel/command-handler.ts'
import type { Decider } from '../kernel/decider.ts'
import type { SimulationEvent } from './events.ts'

interface ClearCommand {
  readonly type: 'clear'
  readonly clearing: string
}

/** The last clear; null: there was none. */
interface SimulationState {
  readonly cleared: string | null
}

/** A clear is said once, however often it is begun. */
const simulationDecider: Decider<ClearCommand, SimulationEvent, SimulationState, never> = {
  initialState: { cleared: null },
  evolve: (_state, { data }) => ({ cleared: data.clearing }),
  decide: ({ clearing }, { cleared }) =>
    clearing === cleared ? [] : [{ type: 'SimulationCleared', data: { clearing } }],
}

export const simulationAggregate: Aggregate<ClearCommand, SimulationEvent, SimulationState, never> = {
  decider: simulationDecider,
}
