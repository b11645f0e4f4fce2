import type { Accounts } from '../accounts/commands.ts'
import type { CommandContext, CommandHandler } from '../kernel/command-handler.ts'
import type { Position } from '../kernel/event.ts'
import type { Ids } from '../kernel/ids.ts'
import { shoutIds } from './ids.ts'
import { type ShoutRefusal, type ShoutState, shout } from './shout-decider.ts'
import { shoutStream } from './streams.ts'

export type ShoutOutcome =
  | {
      readonly ok: true
      readonly shout: NonNullable<ShoutState>
      readonly position: Position | null
      readonly types: readonly string[]
    }
  | { readonly ok: false; readonly rejected: ShoutRefusal | 'no-such-player' }

/** Commands of shouts. Throw `EventLogUnavailable` where the log is away. */
export interface Shouts {
  shout(
    userId: number,
    at: { readonly playerId: number; readonly words: string },
    context: CommandContext,
  ): Promise<ShoutOutcome>
}

export interface ShoutsDependencies {
  readonly handler: CommandHandler
  readonly ids: Pick<Ids, 'next'>
  readonly accounts: Pick<Accounts, 'stateOf'>
}

export function createShouts({ handler, ids, accounts }: ShoutsDependencies): Shouts {
  return {
    async shout(userId, { playerId, words }, context) {
      if (!(await accounts.stateOf(playerId))) return { ok: false, rejected: 'no-such-player' }
      const shoutId = await ids.next(shoutIds, context)
      const command = { shoutId, userId, playerId, words, at: context.at }
      const handled = await handler.handle(shout, shoutStream(shoutId), command, context)
      if (!handled.ok) return handled
      if (!handled.state) throw new Error('a stored shout has no state')
      const types = handled.events.map(({ type }) => type)
      return { ok: true, shout: handled.state, position: handled.position, types }
    },
  }
}
