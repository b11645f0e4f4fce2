import type { NotificationKind } from '../contracts/notifications.ts'
import type { CommandContext, CommandHandler } from '../kernel/command-handler.ts'
import type { Position } from '../kernel/event.ts'
import { notificationSettings } from './settings-decider.ts'
import { notificationSettingsStream } from './streams.ts'

/** Commands of notification settings. Throw `EventLogUnavailable` where the log is away. */
export interface NotificationSettingsCommands {
  /** Mutes these kinds and no others; `position` null: it was so already. */
  mute(
    userId: number,
    kinds: readonly NotificationKind[],
    context: CommandContext,
  ): Promise<{
    readonly muted: readonly NotificationKind[]
    readonly position: Position | null
    readonly types: readonly string[]
  }>
}

export function createNotificationSettings({
  handler,
}: {
  readonly handler: CommandHandler
}): NotificationSettingsCommands {
  return {
    async mute(userId, kinds, context) {
      const stream = notificationSettingsStream(userId)
      const handled = await handler.handle(notificationSettings, stream, { userId, kinds }, context)
      if (!handled.ok) throw new Error('settings of notifications are never refused')
      const types = handled.events.map(({ type }) => type)
      return { muted: handled.state.muted, position: handled.position, types }
    },
  }
}
