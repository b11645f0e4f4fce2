import type { CommandContext, CommandHandler } from '../../kernel/command-handler.ts'
import type { Ids } from '../../kernel/ids.ts'
import { quota } from '../../kernel/quota.ts'
import type { Accounts } from '../accounts/commands.ts'
import type { ShoutPost } from './contract.ts'
import { shoutIds, shoutStream } from './events.ts'
import { shoutDecider } from './shout-decider.ts'

/** Quotas per player. */
export const quotas = { shouts: quota('shouts', { perDay: 10 }) }

interface ShoutsDependencies {
  readonly handler: CommandHandler
  readonly ids: Pick<Ids, 'next'>
  readonly accounts: Pick<Accounts, 'stateOf'>
}

export type Shouts = ReturnType<typeof createShouts>

/** Commands of shouts. They throw `EventLogUnavailable` if the log cannot be reached. */
export const createShouts = ({ handler, ids, accounts }: ShoutsDependencies) => ({
  /** Posts a shout at a player. */
  async post(userId: number, { playerId, words }: ShoutPost, context: CommandContext) {
    if (!(await accounts.stateOf(playerId))) return { ok: false, rejected: 'no-such-player' } as const
    const shoutId = await ids.next(shoutIds, context)
    const command = { shoutId, userId, playerId, words, at: context.at }
    const handled = await handler.handle(shoutDecider, shoutStream(shoutId), command, context)
    return handled.ok ? { ...handled, shout: handled.state! } : handled
  },
})
