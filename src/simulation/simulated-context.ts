import { randomUUID } from 'node:crypto'
import type { CommandContext } from '../kernel/command-handler.ts'

/**
 * The context of a tester or the testing tool at a time (ISO 8601, or milliseconds), as a player or, with `actor` null, as the game's own
 * surroundings: marked as simulated. `idBase`: for events that would be stored twice if the action were repeated.
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
