import type { Clock } from '../../kernel/clock.ts'
import type { Position, RecordedEvent } from '../../kernel/event.ts'
import { type EventLog, EventLogUnavailable } from '../../kernel/event-log.ts'
import type { LiveChange } from '../../slice/group.ts'
import type { NotificationTemplates } from '../../slice/notifications.ts'
import type { Reactor } from '../../slice/reactor.ts'
import type { AccountEvent } from '../accounts/events.ts'
import { type Inbox, KEPT_MS, type Posted, type Source } from './inbox.ts'

/** What areas have to remember of the log to tell of it, each under its own name. One that is new is not in the state of before. */
type NotificationState = Readonly<Record<string, unknown>>

interface NotificationReactorDependencies {
  readonly inbox: Inbox
  /** What areas tell. */
  readonly letters: readonly NotificationTemplates[]
  readonly log: Pick<EventLog, 'readStream'>
  /** True once a projection group has passed the position. */
  readonly reached: (group: string, position: Position, timeoutMs: number) => Promise<boolean>
  readonly announce: (changes: readonly LiveChange[]) => Promise<void>
  readonly clock: Clock
}

export const NOTIFICATION_REACTOR = 'inboxes'

/** How long the read tables may be behind before the event is tried again. */
const PATIENCE_MS = 5_000
/** More players than this are told by one frame to everybody: their own would not fit into one message between nodes. */
const MOST_ROOMS = 400

/** Fills the inboxes: events in, rows out (docs/decisions/0017). */
export function createNotificationReactor(deps: NotificationReactorDependencies): Reactor<NotificationState> {
  const { letters } = deps
  const reactAll = (state: NotificationState, events: readonly RecordedEvent[]) => answer(deps, state, events)
  return {
    name: NOTIFICATION_REACTOR,
    events: [...new Set([...letters.flatMap(({ events }) => events), DELETION])],
    initialState: {},
    react: (state, event) => reactAll(state, [event]),
    reactAll,
  }
}

interface Waiting extends Posted {
  readonly position: Position
  readonly reads: readonly string[]
}

/** Answers a batch of events. Letters to single players wait until something has to be told behind them, or to the end. */
async function answer(
  { inbox, letters, log, reached, announce, clock }: NotificationReactorDependencies,
  before: NotificationState,
  events: readonly RecordedEvent[],
): Promise<NotificationState> {
  let state = before
  const unsent: Waiting[] = []
  const reachedOnes = new Set<number>()
  try {
    for (const event of events) await take(event)
    await send()
  } finally {
    await announceAll()
  }
  return state

  async function take(event: RecordedEvent): Promise<void> {
    for (const area of letters) if (area.events.includes(event.type)) await takeFor(area, event)
    if (isDeletion(event)) await forget(event)
  }

  /** Sends the letters that wait, in the order of the log. */
  async function send(): Promise<void> {
    const waiting = unsent.splice(0)
    const last = waiting.at(-1)
    if (!last) return
    await caughtUp(['notifications', ...new Set(waiting.flatMap(({ reads }) => reads))], last.position)
    note(await inbox.tell(waiting))
  }

  /** Tells the open pages of those who got something. */
  async function announceAll(): Promise<void> {
    if (reachedOnes.size === 0) return
    const rooms = reachedOnes.size > MOST_ROOMS ? ['all'] : [...reachedOnes].map((id) => `user:${id}`)
    await announce(rooms.map((room) => ({ room, topic: 'notifications' })))
  }

  async function takeFor({ remembers, reads, write }: NotificationTemplates, event: RecordedEvent): Promise<void> {
    const memory = remembers && (state[remembers.as] ?? remembers.initially)
    if (remembers) state = { ...state, [remembers.as]: remembers.fold(memory, event) }
    const source = sourceOf(event)
    const told = source && (await write(event, { memory, log }))
    if (!told) return
    if ('payload' in told) unsent.push({ source, letter: told, position: event.position, reads })
    else {
      // What concerns many is told in its place in the log, by read tables that have come there.
      await send()
      await caughtUp(['notifications', ...reads], event.position)
      note(await inbox.tellAll(source, told))
    }
  }

  /** From now on every statement leaves the user out. */
  async function forget({ data: { userId }, metadata, position }: Deletion): Promise<void> {
    await send()
    await caughtUp(['people'], position)
    await inbox.empty(userId)
    // Real players stay in what they have caused as `A deleted user`; a cleanup leaves nothing of test users.
    if (metadata.simulated) note(await inbox.withdraw(userId))
  }

  /** null: recorded so long ago that it would have been dropped; a reactor that begins anew does not tell it again. */
  function sourceOf({ id, metadata, recordedAt }: RecordedEvent): Source | null {
    const isTooOld = Date.parse(recordedAt) < clock.now() - KEPT_MS
    return isTooOld ? null : { id, at: metadata.at, storedAt: recordedAt, isSimulated: metadata.simulated === true }
  }

  async function caughtUp(groups: readonly string[], position: Position): Promise<void> {
    for (const group of groups)
      if (!(await reached(group, position, PATIENCE_MS)))
        throw new EventLogUnavailable(`the read tables of ${group} have not come as far yet`)
  }

  function note(userIds: readonly number[]): void {
    for (const id of userIds) reachedOnes.add(id)
  }
}

const DELETION = 'UserDeleted' satisfies AccountEvent['type']
type Deletion = RecordedEvent<Extract<AccountEvent, { type: typeof DELETION }>>
const isDeletion = (event: RecordedEvent): event is Deletion => event.type === DELETION
