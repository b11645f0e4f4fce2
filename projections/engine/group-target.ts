import { sql } from 'kysely'
import type { Position } from '../../src/kernel/event.ts'
import { prepared } from '../../src/kernel/prepared.ts'
import type { ProjectionGroup } from '../../src/slice/group.ts'
import type { EngineContext } from './context.ts'
import { pauseProjection } from './dead-letters.ts'
import { CheckpointMoved } from './faults.ts'
import { mergeChanges } from './messages.ts'
import { type GenerationState, publish, readGroup, schemaOf, type Tx, wakeNodes } from './store.ts'
import type { WorkerTarget } from './worker.ts'

/**
 * Settings of a transaction that projects into a schema. A crash may lose the last commits without harm: they are projected again.
 * `work_mem` lets the changes of a match for all its players fit into memory. Each group has one such transaction at a time.
 */
export const projecting = (schema: string) =>
  sql`set_config('search_path', ${`"${schema}"`}, true), set_config('synchronous_commit', 'off', true),
      set_config('jit', 'off', true), set_config('work_mem', '32MB', true), set_config('idle_in_transaction_session_timeout', '10s', true)`

/** Moves the checkpoint of a generation by compare-and-set and sets the transaction's `search_path`. Throws `CheckpointMoved`. */
export async function claim(
  tx: Tx,
  generation: { name: string; generation: number; states: readonly GenerationState[] },
  from: Position | null,
  to: Position,
  events: number,
): Promise<void> {
  const { rows } = await sql`${prepared}
    update engine.generations set checkpoint = ${to}, events = events + ${events}, updated_at = now()
    where generation = ${generation.generation} and state = any(${[...generation.states]}::text[]) and paused_error is null
      and checkpoint is not distinct from ${from}::text
    returning ${projecting(schemaOf(generation.name, generation.generation))}`.execute(tx)
  if (rows.length !== 1) throw new CheckpointMoved(`projection ${generation.name}: its checkpoint is no longer ${from}`)
}

/** Worker target of the complete generation of a group's version. */
export function createGroupTarget(
  group: ProjectionGroup,
  { db, node, now, onChanges, isStale }: Pick<EngineContext, 'db' | 'node' | 'now' | 'onChanges' | 'isStale'>,
): WorkerTarget {
  const { name } = group

  return {
    name,
    kind: 'group',
    types: new Set(group.events),
    maxBatch: 2_000,
    async load() {
      const stored = await readGroup(db, group)
      return {
        checkpoint: stored?.checkpoint ?? null,
        pause: stored?.pause ?? null,
        generation: stored?.generation ?? 0,
        uncounted: 0,
        tables: !stored
          ? 'unbuilt'
          : stored.version === group.version && !isStale(group, stored)
            ? 'ready'
            : 'outdated',
      }
    },
    async apply(state, events, to) {
      const uncounted = state.uncounted + events.length
      const { filter } = group
      const relevant = filter ? events.filter(filter) : events
      if (events.length > 0 && relevant.length === 0) return { ...state, uncounted }
      const done = await db.transaction().execute(async (tx) => {
        await claim(
          tx,
          { name, generation: state.generation, states: ['live', 'beside'] },
          state.checkpoint,
          to,
          uncounted,
        )
        const changes = relevant.length > 0 ? mergeChanges(await group.project(tx, relevant)) : []
        if (changes.length > 0) return { changes, version: await publish(tx, node, { changes }) }
        await wakeNodes(tx)
        return null
      })
      if (done) onChanges(done.changes, done.version)
      return { ...state, checkpoint: to, uncounted: 0 }
    },
    async halt({ generation, checkpoint }, event, error) {
      await pauseProjection(db, { name, kind: 'group', generation }, checkpoint, event, error, now())
    },
  }
}
