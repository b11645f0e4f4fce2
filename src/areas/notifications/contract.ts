import * as z from 'zod/mini'
import { Id, IsoTime, NameInText } from '../../contracts/common.ts'

/**
 * Kinds of notifications that players can mute. `achievement`: unlocked or revoked; `correction`: a corrected result changed your points;
 * `moved`: a match you have predicted was moved, postponed or cancelled; `gameweek`: your points and rank; `prize`: of
 * a competition; `league`: events in your leagues and teams; `feedback`: an answer or new status; `share`: likes and
 * comments on your shares.
 */
export const MutableKind = z.enum([
  'achievement',
  'correction',
  'moved',
  'gameweek',
  'prize',
  'league',
  'feedback',
  'share',
])
export type MutableKind = z.infer<typeof MutableKind>

/** All kinds: `reminder` is about missing picks, and always in the inbox. */
export const NotificationKind = z.enum([...MutableKind.options, 'reminder'])
export type NotificationKind = z.infer<typeof NotificationKind>

/** `GET /api/notifications`, newest first. */
export const Notification = z.object({
  id: Id,
  kind: NotificationKind,
  title: z.string(),
  /** Number of events in the entry: repeated events by others are added while it is unread. */
  count: z.int().check(z.positive()),
  /** One or two sentences. */
  text: z.string(),
  /** Players named in the text. */
  names: z.array(NameInText),
  /** Page of the subject as an absolute path, e.g. `/achievements`. */
  link: z.nullable(z.string()),
  createdAt: IsoTime,
  isRead: z.boolean(),
})
export type Notification = z.infer<typeof Notification>

/** `POST /api/notifications/read`: these ids (at most the size of an inbox), or all without `ids`. */
export const NotificationsRead = z.object({ ids: z.optional(z.array(Id).check(z.maxLength(500))) })

/** `GET /api/notifications/unread`, and after `read`: the number of unread notifications. */
export const UnreadNotifications = z.object({ unread: z.int() })
export type UnreadNotifications = z.infer<typeof UnreadNotifications>

/** `GET` and `PUT /api/notifications/settings`: the muted kinds. Notifications of muted kinds are not stored. */
export const NotificationSettings = z.object({ muted: z.array(MutableKind).check(z.maxLength(20)) })
export type NotificationSettings = z.infer<typeof NotificationSettings>
