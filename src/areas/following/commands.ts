import type { CommandContext, CommandHandler } from '../../kernel/command-handler.ts'
import type { Position } from '../../kernel/event.ts'
import { quota } from '../../kernel/quota.ts'
import { type FollowCommand, followDecider } from './follow-decider.ts'
import { followStream } from './streams.ts'

/** Quotas of players. */
export const quotas = {
  /** Following and unfollowing. */
  follows: quota(
    'follows',
    { perMinute: 60, perDay: 300 },
    'You are following players too fast. Please wait a moment.',
  ),
}

/** Following and no longer following. The player is there: the caller has looked. Throws `EventLogUnavailable` where the log is away. */
export type Following = (
  command: FollowCommand,
  context: CommandContext,
) => Promise<{ readonly position: Position | null; readonly types: readonly string[] }>

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
    return { position: handled.position, types: handled.events.map(({ type }) => type) }
  }
