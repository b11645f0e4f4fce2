import type { RawBuilder } from 'kysely'
import type { Notification, NotificationKind } from '../areas/notifications/contract.ts'
import type { Event, Recorded } from '../kernel/event.ts'
import type { EventLog } from '../kernel/event-log.ts'

/**
 * What an inbox keeps of a notification: ids, numbers, and what its event said (a name of an achievement, a reason). The
 * sentence is made when it is read, so that nothing here is anybody's personal data. `what` names it among those of all areas.
 */
export interface NotificationPayload {
  readonly what: string
}

/** A notification for one player. */
export interface NewNotification<N extends NotificationPayload = NotificationPayload> {
  readonly kind: NotificationKind
  /** `null`: whoever is the admin of the league it is about, but not the `personId` of the notice. */
  readonly userId: number | null
  readonly payload: N
}

/** One for all whom an event concerns: told to all of them or to nobody. */
export interface Broadcast {
  readonly kind: NotificationKind
  /** A select of `user_id` and `data`, the notice as jsonb. */
  readonly rows: RawBuilder<unknown>
}

/** Present names of what a notice is about (`personId`, `competitionId`, …), as its reader may see them; null: not there. */
export interface Names {
  /** Marked (`marked` of names-in-text.ts), as it stands in the text and not in the title. */
  readonly person: string | null
  readonly competition: string | null
  readonly league: string | null
  readonly team: string | null
  readonly home: string | null
  readonly away: string | null
  /** Title of the share, and the random part of its address. */
  readonly share: string | null
  readonly shareUrl: string | null
  /** The reader is in the league, or anybody may see it. */
  readonly seesLeague: boolean
}

export type Sentence = Pick<Notification, 'title' | 'text' | 'link'>

/** What an entry is about, and what of several the same is counted once. */
interface Subject {
  readonly subject: string
  /** null: each event counts. */
  readonly part: string | null
}

/** Counts what one person causes again and again once. */
export const partOfPerson = (personId: number): string => `person ${personId}`

/** What there is beside the event: what was remembered of those before it, and the log. */
export interface NotificationContext<Memory> {
  readonly memory: Memory
  readonly log: Pick<EventLog, 'readStream'>
}

/** What an area tells players: its events in, letters out, and how their notices are read. Nobody is told of what they did themselves. */
// biome-ignore lint/suspicious/noExplicitAny: a list of letters holds every kind; what reads a notice is contravariant
export interface NotificationTemplates<E extends Event = Event, N extends NotificationPayload = any, Memory = any> {
  readonly events: readonly E['type'][]
  /** The groups whose tables its letters are stored by. */
  readonly reads: readonly string[]
  /** What it remembers of the log, as JSON under a name of its own in the state of the reactor. */
  readonly remembers?: {
    readonly as: string
    readonly initially: Memory
    fold(memory: Memory, event: Recorded<E>): Memory
  }
  /** What an event tells; null: nothing. */
  write(
    event: Recorded<E>,
    context: NotificationContext<Memory>,
  ): Promise<NewNotification<N> | Broadcast | null> | NewNotification<N> | Broadcast | null
  /** What a player reads; `count`: of how many it tells. */
  readonly sentences: {
    readonly [What in N['what']]: (payload: Extract<N, { what: What }>, names: Names, count: number) => Sentence
  }
  /**
   * The subject of what other players can cause again and again: as long as it is unread, it is one entry. Left out: each is an entry
   * of its own, as the game itself tells no more of them than it has to.
   */
  readonly subjects?: {
    readonly [What in N['what']]?: (payload: Extract<N, { what: What }>) => Subject
  }
}
