import type { Event } from '../kernel/event.ts'

/**
 * Stream `simulation`. What is marked as simulated and stands before it in the log counts as not there from then on. `clearing`: which
 * clear it was.
 */
export type SimulationEvent = Event<'SimulationCleared', { clearing: string }>
