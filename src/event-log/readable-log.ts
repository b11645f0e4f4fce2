import type { RecordedEvent } from '../kernel/event.ts'
import type { EventLog } from '../kernel/event-log.ts'
import type { Sealing } from '../kernel/handler.ts'
import { withPersonalData } from './personal-data.ts'
import { withUpcasting } from './upcast.ts'

/** The log for projections and reactors: events with decrypted personal data, upcast to the current version. */
export const readableLog = (
  log: EventLog,
  personal: Sealing,
  upcast: (event: RecordedEvent) => RecordedEvent,
): EventLog => withUpcasting(withPersonalData(log, personal), upcast)
