import { byAdministrator, type EventsOf, event } from '../../kernel/declared-events.ts'

/** Stream `simulation`. A purge: what is marked as simulated and precedes it in the log no longer counts. `clearing`: the id of the purge. */
export const simulationEvents = {
  SimulationCleared: event<{ clearing: string }>({ test: byAdministrator }),
}
export type SimulationEvent = EventsOf<typeof simulationEvents>
