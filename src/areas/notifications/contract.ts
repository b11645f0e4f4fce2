import * as z from 'zod/mini'
import { Id, IsoTime, NameInText } from '../../contracts/common.ts'

/**
 * What a player is told of. `achievement`: unlocked or taken back; `correction`: a result was corrected and changed your
 * points; `gameweek`: what you scored and where you stand; `prize`: of a competition; `league`: events that concern you;
 * `feedback`: yours was answered; `share`: likes of what you have shared, and comments on it.
 */
export const NotificationKind = z.enum([
  'achievement',
  'correction',
  'gameweek',
  'prize',
  'league',
  'feedback',
  'share',
])
export type NotificationKind = z.infer<typeof NotificationKind>

/** `GET /api/notifications`, newest first. */
export const Notification = z.object({
  id: Id,
  kind: NotificationKind,
  title: z.string(),
  /** How many the entry tells of: what others do again while it is unread adds to it. */
  count: z.int().check(z.positive()),
  /** One or two sentences. */
  text: z.string(),
  /** Players who are named in it. */
  names: z.array(NameInText),
  /** The page it is about, from the root, e.g. `/achievements`. */
  link: z.nullable(z.string()),
  createdAt: IsoTime,
  isRead: z.boolean(),
})
export type Notification = z.infer<typeof Notification>

/** `POST /api/notifications/read`: these (as many as an inbox keeps), or all without `ids`. */
export const NotificationsRead = z.object({ ids: z.optional(z.array(Id).check(z.maxLength(500))) })
export type NotificationsRead = z.infer<typeof NotificationsRead>

/** `GET /api/notifications/unread`, and after `read`: how many there are (left). */
export const UnreadNotifications = z.object({ unread: z.int() })
export type UnreadNotifications = z.infer<typeof UnreadNotifications>

/** `GET` and `PUT /api/notifications/settings`: the kinds that are muted. What is muted is not put into the inbox at all. */
export const NotificationSettings = z.object({ muted: z.array(NotificationKind).check(z.maxLength(20)) })
export type NotificationSettings = z.infer<typeof NotificationSettings>
