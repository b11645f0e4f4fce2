import type { RawBuilder } from 'kysely'
import type { Notification, NotificationKind } from '../areas/notifications/contract.ts'
import type { Event, Recorded } from '../kernel/event.ts'
import type { EventLog } from '../kernel/event-log.ts'

/**
 * Stored content of a notification: ids, numbers and facts of its event (the name of an achievement, a reason). The sentence is
 * built on read, so a payload contains no personal data. `what` is its type, unique across all areas.
 */
export interface NotificationPayload {
  readonly what: string
}

/** A notification for one player. */
export interface NewNotification<N extends NotificationPayload = NotificationPayload> {
  readonly kind: NotificationKind
  /** `null`: the admin of the league of the payload, unless that is its `personId`. */
  readonly userId: number | null
  readonly payload: N
}

/** A notification for many players, stored for all of them in one statement. */
export interface Broadcast {
  readonly kind: NotificationKind
  /** A select of `user_id` and `data`, the payload as jsonb. */
  readonly rows: RawBuilder<unknown>
}

/** Present names for the ids of a payload (`personId`, `competitionId`, …) that its reader may see; null when missing. */
export interface Names {
  /** Marked (`marked` of names-in-text.ts): for the text, not for the title. */
  readonly person: string | null
  readonly competition: string | null
  readonly league: string | null
  readonly team: string | null
  readonly home: string | null
  readonly away: string | null
  /** Title of the share, and the random part of its address. */
  readonly share: string | null
  readonly shareUrl: string | null
  /** The reader is in the league, or it is public. */
  readonly seesLeague: boolean
}

export type Sentence = Pick<Notification, 'title' | 'text' | 'link'>

/** Subject of an inbox entry, and the key by which its events are counted once. */
interface Subject {
  readonly subject: string
  /** null: every event counts. */
  readonly part: string | null
}

/** Counts repeated events of one person once. */
export const partOfPerson = (personId: number): string => `person ${personId}`

/** Input of a template besides the event: the state folded from earlier events, and the log. */
interface NotificationContext<Memory> {
  readonly memory: Memory
  readonly log: Pick<EventLog, 'readStream'>
}

/** Notifications of an area: from events to payloads, and from payloads to sentences. Players are not notified of their own actions. */
// biome-ignore lint/suspicious/noExplicitAny: a list contains templates of every kind; the readers of payloads are contravariant
export interface NotificationTemplates<E extends Event = Event, N extends NotificationPayload = any, Memory = any> {
  readonly events: readonly E['type'][]
  /** The groups whose tables its notifications are read from. */
  readonly reads: readonly string[]
  /** State folded from the log, as JSON under a unique name in the state of the reactor. */
  readonly remembers?: {
    readonly as: string
    readonly initially: Memory
    fold(memory: Memory, event: Recorded<E>): Memory
  }
  /** The notification of an event; null for none. */
  write(
    event: Recorded<E>,
    context: NotificationContext<Memory>,
  ): Promise<NewNotification<N> | Broadcast | null> | NewNotification<N> | Broadcast | null
  /** Sentence by payload type; `count`: the number of combined events. */
  readonly sentences: {
    readonly [What in N['what']]: (payload: Extract<N, { what: What }>, names: Names, count: number) => Sentence
  }
  /**
   * Subject of events that other players can cause repeatedly: while unread, they are one entry. Without it, each event is an
   * entry.
   */
  readonly subjects?: {
    readonly [What in N['what']]?: (payload: Extract<N, { what: What }>) => Subject
  }
}
