import * as z from 'zod/mini'
import { Gameweek, IsoTime, Season } from '../../contracts/common.ts'

/**
 * When a player is reminded: `day`: 24 hours before the first missing pick closes; `evening`: at 19:00 on the day before;
 * `late`: 2 hours before.
 */
export const ReminderTime = z.enum(['day', 'evening', 'late'])
export type ReminderTime = z.infer<typeof ReminderTime>

/** Name of a time zone, such as `Europe/London`. */
const TimeZone = z.string().check(z.minLength(1), z.maxLength(60))

export const ReminderSettings = z.object({
  /** Consent to reminders by mail. */
  mail: z.boolean(),
  when: ReminderTime,
  /** null: none chosen; times are those of the United Kingdom. */
  timeZone: z.nullable(TimeZone),
  /** The player does not want to be asked about push again. */
  pushDeclined: z.boolean(),
})
export type ReminderSettings = z.infer<typeof ReminderSettings>

/** `PUT /api/reminders`: fields that are left out stay. */
export const ReminderChange = z.object({
  mail: z.optional(z.boolean()),
  when: z.optional(ReminderTime),
  timeZone: z.optional(TimeZone),
  pushDeclined: z.optional(z.boolean()),
})
export type ReminderChange = z.infer<typeof ReminderChange>

/** A browser that the player’s reminders are pushed to. */
export const PushDevice = z.object({
  /** SHA-256 of the subscription’s endpoint, 64 hexadecimal digits: a browser recognises its own. */
  id: z.string(),
  /** Such as `Firefox on Windows`. */
  name: z.string(),
  addedAt: IsoTime,
  /** Last delivery; null: none yet. */
  reachedAt: z.nullable(IsoTime),
})
export type PushDevice = z.infer<typeof PushDevice>

const ReminderChannel = z.enum(['inbox', 'mail', 'push'])

/** The next reminder of a player if nothing changes. */
const NextReminder = z.object({
  season: Season,
  gameweek: Gameweek,
  /** Missing picks that are open; 0: none is missing. */
  missing: z.int(),
  /** Cutoff of the first missing pick; null: none is missing. */
  closesAt: z.nullable(IsoTime),
  firstMatch: z.nullable(z.string()),
  /** null: none is missing, or the reminder of this gameweek is sent. */
  dueAt: z.nullable(IsoTime),
})

export const SentReminder = z.object({
  season: Season,
  gameweek: Gameweek,
  /** Picks that were missing. */
  missing: z.int(),
  sentAt: IsoTime,
  channels: z.array(ReminderChannel),
})
export type SentReminder = z.infer<typeof SentReminder>

/** `GET /api/reminders`. */
export const Reminders = z.object({
  settings: ReminderSettings,
  email: z.nullable(z.string()),
  emailConfirmed: z.boolean(),
  devices: z.array(PushDevice),
  /** Public VAPID key of the store, for subscriptions. */
  pushKey: z.string(),
  /** null: no open match. */
  next: z.nullable(NextReminder),
  /** Newest first. */
  sent: z.array(SentReminder),
})
export type Reminders = z.infer<typeof Reminders>

/** `POST /api/reminders/push`: a subscription as browsers give it. */
export const PushSubscription = z.object({
  endpoint: z.string().check(z.maxLength(1_000)),
  keys: z.object({
    /** Uncompressed point on P-256, in base64url. */
    p256dh: z.string().check(z.regex(/^[\w-]{87}=?$/)),
    auth: z.string().check(z.regex(/^[\w-]{22}(==)?$/)),
  }),
  timeZone: z.optional(TimeZone),
})
export type PushSubscription = z.infer<typeof PushSubscription>

/** Address of one device. */
export const PushDeviceId = z.object({ id: z.string().check(z.regex(/^[0-9a-f]{64}$/)) })

/** After unsubscribing: the key that reverts it, until the settings change again; null: reminders by mail were off. */
export const Unsubscribed = z.object({ undo: z.nullable(z.string()) })
export type Unsubscribed = z.infer<typeof Unsubscribed>

export const UndoUnsubscribe = z.object({ key: z.string().check(z.regex(/^[0-9a-f]{32}$/)) })

export const UnsubscribeToken = z.object({ token: z.string().check(z.maxLength(80)) })

/** Content of a push message, which the service worker shows. */
export const PushMessage = z.object({
  title: z.string(),
  body: z.string(),
  /** A message with the same tag replaces the first. */
  tag: z.string(),
  /** Path that a press opens. */
  url: z.string(),
})
export type PushMessage = z.infer<typeof PushMessage>
