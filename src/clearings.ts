import { lastClearing } from '../projections/engine/store.ts'
import { takenBack } from './areas/index.ts'
import type { Database } from './database/database.ts'
import { type Clearings, createClearings } from './kernel/clearings.ts'
import type { EventLog } from './kernel/event-log.ts'
import { SIMULATION_STREAM } from './testing/streams.ts'

/** What clears have taken back of a store's log: as its database knows, and where that is new, as the log says. */
export const clearingsOf = ({ db }: Pick<Database, 'db'>, log: Pick<EventLog, 'compare' | 'readStream'>): Clearings =>
  createClearings({
    types: takenBack,
    compare: log.compare,
    find: async () => (await lastClearing(db)) ?? (await log.readStream(SIMULATION_STREAM)).at(-1)?.position ?? null,
  })
