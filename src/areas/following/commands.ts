import type { CommandContext, CommandHandler, Wrote } from '../../kernel/command-handler.ts'
import { quota } from '../../kernel/quota.ts'
import { type FollowCommand, followDecider } from './follow-decider.ts'
import { followStream } from './streams.ts'

/** Limits per player. */
export const quotas = {
  /** Follows and unfollows. */
  follows: quota('follows', { perMinute: 60, perDay: 300 }, 'You are following players too fast. Wait a moment.'),
}

/**
 * Follows or unfollows a player; the caller has checked that the player exists. Throws `EventLogUnavailable` if the log
 * is unreachable.
 */
export type Following = (command: FollowCommand, context: CommandContext) => Promise<Wrote>

export const createFollowing =
  ({ handler }: { readonly handler: CommandHandler }): Following =>
  async (command, context) => {
    const handled = await handler.handle(
      followDecider,
      followStream(command.followerId, command.followedId),
      command,
      context,
    )
    if (!handled.ok) throw new Error('following is never refused')
    return handled
  }
