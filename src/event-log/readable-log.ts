import type { EventLog } from '../kernel/event-log.ts'
import type { Sealing } from '../kernel/handler.ts'
import { withPersonalData } from './personal-data.ts'
import { createUpcaster, withUpcasting } from './upcast.ts'
import { upcastSteps } from './upcast-steps.ts'

/** Brings an event to the newest version of its type. */
export const upcast = createUpcaster(upcastSteps)

/** The log as projections and reactors read it: personal data in the clear, every event in its newest version. */
export const readableLog = (log: EventLog, personal: Sealing): EventLog =>
  withUpcasting(withPersonalData(log, personal), upcast)
