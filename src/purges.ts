import { readPurgeState } from '../projections/engine/request-store.ts'
import { purgeableTypes } from './areas/index.ts'
import type { Database } from './database/database.ts'
import { createPurges, type Purges } from './event-log/purges.ts'
import type { EventLog } from './kernel/event-log.ts'

/** Creates the purges of a store, with its log without purged events. */
export const purgesOf = ({ db }: Pick<Database, 'db'>, log: EventLog): Purges =>
  createPurges(log, purgeableTypes, () => readPurgeState(db))
