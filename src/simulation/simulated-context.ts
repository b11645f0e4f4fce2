import { randomUUID } from 'node:crypto'
import type { CommandContext } from '../kernel/command-handler.ts'

/** What a tester or the testing tool does at a time (ISO 8601), as a player or, with `actor` null, as the game's own surroundings: marked as simulated. */
export function simulatedContext(at: string, actor: number | null): CommandContext {
  const id = randomUUID()
  return { actor, at, correlationId: id, causationId: id, source: 'simulation', simulated: true }
}
