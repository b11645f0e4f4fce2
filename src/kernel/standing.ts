import type { CommandContext, CommandHandler, Handled } from './command-handler.ts'
import type { Event, Position } from './event.ts'
import { createLru } from './lru.ts'

/** How long an answer waits for what it says to be read (docs/rules.md R56). */
export const SHOWN_WITHIN_MS = 5_000

/** Streams whose last stored events are remembered. */
const REMEMBERED = 10_000

/** What this process has stored last in a stream. */
interface Stored {
  readonly position: Position
  readonly types: readonly string[]
}

/**
 * A handler that says a request has changed nothing only when what it found can be read, as the answers to those that store something do (docs/rules.md R56).
 * Of two that ask for the same at the same moment one stores it; what it stored may not be in the tables yet from which the other is answered.
 * `shown` settles when events of these types up to a position can be read, or have been waited for long enough.
 */
export function showingWhatStands(
  handler: CommandHandler,
  shown: (position: Position, types: readonly string[]) => Promise<unknown>,
): CommandHandler {
  const lately = createLru<string, Stored>(REMEMBERED)

  async function settled(
    stream: string,
    { source }: CommandContext,
    handled: Handled<Event, unknown, string>,
  ): Promise<void> {
    if (!handled.ok) return
    const before = lately.get(stream)
    if (handled.position !== null) {
      const types = new Set([...(before?.types ?? []), ...handled.events.map(({ type }) => type)])
      lately.set(stream, { position: handled.position, types: [...types] })
    } else if (before && source === 'command') await shown(before.position, before.types)
  }

  return {
    ...handler,
    async handle(aggregate, stream, command, context, loaded) {
      const handled = await handler.handle(aggregate, stream, command, context, loaded)
      await settled(stream, context, handled)
      return handled
    },
    async handleMany(aggregate, items) {
      const handled = await handler.handleMany(aggregate, items)
      await Promise.all(items.map(({ stream, context }, index) => settled(stream, context, handled[index]!)))
      return handled
    },
  }
}
