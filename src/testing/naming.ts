import type { NamingOf } from '../kernel/naming.ts'
import type { SimulationEvent } from './events.ts'

/** Whom the event of a clear names. */
export const simulationNaming: NamingOf<SimulationEvent> = {
  SimulationCleared: { people: [] },
}
