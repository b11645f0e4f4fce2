import { randomUUID } from 'node:crypto'
import type { CommandContext } from './command-handler.ts'

/** The context of what nobody asked for: a start, a job. `at`: ISO 8601 UTC. */
export function systemContext(at: string): CommandContext {
  const id = randomUUID()
  return { actor: null, at, correlationId: id, causationId: id, source: 'system' }
}
