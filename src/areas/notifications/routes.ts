import * as z from 'zod/mini'
import { PageBefore } from '../../contracts/requests.ts'
import type { CommandHandler } from '../../kernel/command-handler.ts'
import { quota } from '../../kernel/quota.ts'
import type { LiveChange } from '../../slice/group.ts'
import { type RouteDefinition, route, tagged } from '../../slice/route.ts'
import { Notification, NotificationSettings, NotificationsRead, UnreadNotifications } from './contract.ts'
import { notificationSettingsStream } from './events.ts'
import type { Inbox } from './inbox.ts'
import { notificationSettingsDecider } from './settings-decider.ts'

/** Limits per player. */
export const quotas = {
  notificationSettings: quota(
    'notification-settings',
    { perHour: 30, perDay: 100 },
    'You have changed this many times. Try again later.',
  ),
}

/** Routes of the reader’s inbox and notification settings. */
export function notificationRoutes({
  inbox,
  handler,
  announce,
}: {
  readonly inbox: Inbox
  readonly handler: CommandHandler
  readonly announce: (changes: readonly LiveChange[]) => Promise<void>
}): readonly RouteDefinition[] {
  return tagged('Notifications', [
    route({
      method: 'get',
      path: '/api/notifications',
      access: 'user',
      summary: 'Lists the reader’s notifications, newest first, or those with an id below `before`',
      query: PageBefore,
      responses: { 200: z.array(Notification) },
      handle: async ({ query, user }) => ({ body: await inbox.page(user.id, query) }),
    }),
    route({
      method: 'get',
      path: '/api/notifications/unread',
      access: 'user',
      summary: 'Returns the number of the reader’s unread notifications',
      responses: { 200: UnreadNotifications },
      handle: async ({ user }) => ({ body: { unread: await inbox.unreadOf(user.id) } }),
    }),
    route({
      method: 'post',
      path: '/api/notifications/read',
      access: 'user',
      summary: 'Marks notifications as read, all without `ids`; returns the number still unread',
      body: NotificationsRead,
      responses: { 200: UnreadNotifications },
      consumes: [],
      async handle({ body, user, context }) {
        const { marked, unread } = await inbox.markRead(user.id, body.ids, context.at)
        if (marked > 0) await announce([{ room: `user:${user.id}`, topic: 'notifications' }])
        return { body: { unread } }
      },
    }),
    route({
      method: 'get',
      path: '/api/notifications/settings',
      access: 'user',
      summary: 'Returns the kinds of notifications that the reader has muted',
      responses: { 200: NotificationSettings },
      handle: async ({ user }) => ({ body: { muted: await inbox.mutedBy(user.id) } }),
    }),
    route({
      method: 'put',
      path: '/api/notifications/settings',
      access: 'user',
      summary: 'Replaces the muted kinds of notifications; notifications of muted kinds are not stored',
      body: NotificationSettings,
      responses: { 200: NotificationSettings },
      consumes: [quotas.notificationSettings],
      async handle({ body, user, context }) {
        const command = { userId: user.id, kinds: body.muted }
        const stored = await handler.handle(
          notificationSettingsDecider,
          notificationSettingsStream(user.id),
          command,
          context,
        )
        if (!stored.ok) throw new Error('settings of notifications are never refused')
        return { body: { muted: stored.state.muted }, wrote: stored }
      },
    }),
  ])
}
