import { type AccountEvent, deletionsOnly } from '../accounts/events.ts'
import type { Clock } from '../kernel/clock.ts'
import { heardIn, type Position, type RecordedEvent } from '../kernel/event.ts'
import { type EventLog, EventLogUnavailable } from '../kernel/event-log.ts'
import type { LiveChange } from '../slice/group.ts'
import type { Letters } from '../slice/letters.ts'
import type { Reactor } from '../slice/reactor.ts'
import { type Inbox, KEPT_MS, type Posted, type Source } from './inbox.ts'

/** What areas have to remember of the log to tell of it, each under its own name. One that is new is not in the state of before. */
type NotificationState = Readonly<Record<string, unknown>>

interface NotificationReactorDependencies {
  readonly inbox: Inbox
  /** What areas tell. */
  readonly letters: readonly Letters[]
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
  const reactAll = async (state: NotificationState, events: readonly RecordedEvent[]): Promise<NotificationState> => {
    const turn = new Turn(deps, state)
    try {
      for (const event of events) await turn.take(event)
      await turn.send()
    } finally {
      await turn.announce()
    }
    return turn.state
  }
  return {
    name: NOTIFICATION_REACTOR,
    events: [...new Set([...letters.flatMap(({ events }) => events), ...heardIn(deletionsOnly)])],
    initialState: {},
    react: (state, event) => reactAll(state, [event]),
    reactAll,
  }
}

interface Waiting extends Posted {
  readonly position: Position
  readonly reads: readonly string[]
}

/** The answer to a batch of events. Letters to single players wait until something has to be told behind them, or to the end. */
class Turn {
  state: NotificationState
  private readonly deps: NotificationReactorDependencies
  private letters: Waiting[] = []
  private readonly reachedOnes = new Set<number>()

  constructor(deps: NotificationReactorDependencies, state: NotificationState) {
    this.deps = deps
    this.state = state
  }

  async take(event: RecordedEvent): Promise<void> {
    for (const area of this.deps.letters) if (area.events.includes(event.type)) await this.takeFor(area, event)
    if (isDeletion(event)) await this.forget(event.data.userId, event.position)
  }

  /** Sends the letters that wait, in the order of the log. */
  async send(): Promise<void> {
    const waiting = this.letters.splice(0)
    const last = waiting.at(-1)
    if (!last) return
    await this.caughtUp(['notifications', ...new Set(waiting.flatMap(({ reads }) => reads))], last.position)
    this.note(await this.deps.inbox.tell(waiting))
  }

  /** Tells the open pages of those who got something. */
  async announce(): Promise<void> {
    if (this.reachedOnes.size === 0) return
    const rooms = this.reachedOnes.size > MOST_ROOMS ? ['all'] : [...this.reachedOnes].map((id) => `user:${id}`)
    await this.deps.announce(rooms.map((room) => ({ room, topic: 'notifications' })))
  }

  private async takeFor({ remembers, reads, write }: Letters, event: RecordedEvent): Promise<void> {
    const memory = remembers && (this.state[remembers.as] ?? remembers.initially)
    const { log } = this.deps
    if (remembers) this.state = { ...this.state, [remembers.as]: remembers.fold(memory, event) }
    const source = this.sourceOf(event)
    const told = source && (await write(event, { memory, log }))
    if (!told) return
    if ('notice' in told) this.letters.push({ source, letter: told, position: event.position, reads })
    else {
      // What concerns many is told in its place in the log, by read tables that have come there.
      await this.send()
      await this.caughtUp(['notifications', ...reads], event.position)
      this.note(await this.deps.inbox.tellAll(source, told))
    }
  }

  /** From now on every statement leaves the user out. */
  private async forget(userId: number, position: Position): Promise<void> {
    await this.send()
    await this.caughtUp(['people'], position)
    await this.deps.inbox.empty(userId)
  }

  /** null: recorded so long ago that it would have been dropped; a reactor that begins anew does not tell it again. */
  private sourceOf({ id, metadata, recordedAt }: RecordedEvent): Source | null {
    const isTooOld = Date.parse(recordedAt) < this.deps.clock.now() - KEPT_MS
    return isTooOld ? null : { id, at: metadata.at, storedAt: recordedAt }
  }

  private async caughtUp(groups: readonly string[], position: Position): Promise<void> {
    for (const group of groups)
      if (!(await this.deps.reached(group, position, PATIENCE_MS)))
        throw new EventLogUnavailable(`the read tables of ${group} have not come as far yet`)
  }

  private note(userIds: readonly number[]): void {
    for (const id of userIds) this.reachedOnes.add(id)
  }
}

type Deletion = RecordedEvent<Extract<AccountEvent, { type: 'UserDeleted' }>>
const isDeletion = (event: RecordedEvent): event is Deletion => event.type === 'UserDeleted'
