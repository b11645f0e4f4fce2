import { randomUUID } from 'node:crypto'
import type { CommandContext } from '../kernel/command-handler.ts'

/**
 * Creates the context of a tester or the testing tool at a time (ISO 8601, or milliseconds), marked as simulated. `actor`: the player, or
 * null for the source of fixtures and the system. `idBase` is needed if repeating the action would store its events twice.
 */
export function simulatedContext(at: string | number, actor: number | null, idBase?: string): CommandContext {
  const id = randomUUID()
  const time = new Date(at).toISOString()
  const context = {
    actor,
    at: time,
    correlationId: id,
    causationId: id,
    source: 'simulation',
    simulated: true,
  } as const
  return idBase === undefined ? context : { ...context, idBase }
}
