import * as z from 'zod/mini'
import { IsoTime } from './common.ts'

/** How far a read model (`group`) or a reactor has come. */
export const ProjectionState = z.object({
  name: z.string(),
  kind: z.enum(['group', 'reactor']),
  /** Events of its types it has taken. */
  events: z.int(),
  /** The log goes on beyond what it has taken. */
  behind: z.boolean(),
  /** Why it stands still; null while it moves. */
  error: z.nullable(z.string()),
  version: z.nullable(z.int()),
  generation: z.nullable(z.int()),
  /** A rebuild beside the live tables; `total` is null before there are any. */
  rebuilding: z.nullable(z.object({ done: z.int(), total: z.nullable(z.int()) })),
  rebuildError: z.nullable(z.string()),
})
export type ProjectionState = z.infer<typeof ProjectionState>

/** An event that a projection could not take. */
export const PoisonEvent = z.object({
  projection: z.string(),
  eventId: z.string(),
  eventType: z.string(),
  stream: z.string(),
  error: z.string(),
  at: IsoTime,
})

/** `GET /api/admin/projections`. */
export const Projections = z.object({
  /** This node projects; else another does. */
  leads: z.boolean(),
  projections: z.array(ProjectionState),
  /** Waiting for a retry or a skip. */
  poison: z.array(PoisonEvent),
})
export type Projections = z.infer<typeof Projections>
