import { byAdministrator, type EventsOf, event } from '../../kernel/declared-events.ts'

/** Events of stream `simulation`. A purge hides all earlier simulated events from readers. `clearing`: the id of the purge. */
export const simulationEvents = {
  SimulationCleared: event<{ clearing: string }>({ test: byAdministrator }),
}
export type SimulationEvent = EventsOf<typeof simulationEvents>
