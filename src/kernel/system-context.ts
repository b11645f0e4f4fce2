import { randomUUID } from 'node:crypto'
import type { CommandContext } from './command-handler.ts'

/** Context of commands without a user, such as those of a start or a job. `at`: ISO 8601 UTC. */
export function systemContext(at: string): CommandContext {
  const id = randomUUID()
  return { actor: null, at, correlationId: id, causationId: id, source: 'system' }
}
