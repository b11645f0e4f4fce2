import type { Clock } from '../../kernel/clock.ts'
import type { Position, RecordedEvent } from '../../kernel/event.ts'
import { type EventLog, EventLogUnavailable } from '../../kernel/event-log.ts'
import type { LiveChange } from '../../slice/group.ts'
import { changesFor } from '../../slice/live-changes.ts'
import type { NotificationTemplates } from '../../slice/notifications.ts'
import type { Reactor } from '../../slice/reactor.ts'
import type { AccountEvent } from '../accounts/events.ts'
import { type Inbox, type PendingNotification, RETENTION_MS, type Source } from './inbox.ts'

/** Memory of each area’s template by its name. Missing for areas added since the last checkpoint. */
type NotificationState = Readonly<Record<string, unknown>>

interface NotificationReactorDependencies {
  readonly inbox: Inbox
  /** Templates of all areas. */
  readonly templates: readonly NotificationTemplates[]
  readonly log: Pick<EventLog, 'readStream'>
  /** Whether a projection group passes the position within `timeoutMs`. */
  readonly reached: (group: string, position: Position, timeoutMs: number) => Promise<boolean>
  readonly announce: (changes: readonly LiveChange[]) => Promise<void>
  readonly clock: Clock
}

export const NOTIFICATION_REACTOR = 'inboxes'

/** Longest wait for a projection, in milliseconds. After it the event is retried. */
const TIMEOUT_MS = 5_000

/** Fills the inboxes from events (docs/decisions/0017). */
export function createNotificationReactor(deps: NotificationReactorDependencies): Reactor<NotificationState> {
  const { templates } = deps
  const reactAll = (state: NotificationState, events: readonly RecordedEvent[]) => handleEvents(deps, state, events)
  return {
    name: NOTIFICATION_REACTOR,
    events: [...new Set([...templates.flatMap(({ events }) => events), DELETION])],
    initialState: {},
    react: (state, event) => reactAll(state, [event]),
    reactAll,
    // Otherwise players would be notified of events from before they joined a league, became its admin or unmuted a kind.
    refold: (state, event) => templates.reduce((folded, template) => remember(template, folded, event), state),
  }
}

/** The state with the event folded into the memory of a template. */
function remember({ events, remembers }: NotificationTemplates, state: NotificationState, event: RecordedEvent) {
  if (!remembers || !events.includes(event.type)) return state
  return { ...state, [remembers.as]: remembers.fold(state[remembers.as] ?? remembers.initially, event) }
}

interface QueuedNotification extends PendingNotification {
  readonly position: Position
  readonly reads: readonly string[]
}

/** Handles a batch of events. Notifications for single players are batched until the next broadcast or the end. */
async function handleEvents(
  { inbox, templates, log, reached, announce, clock }: NotificationReactorDependencies,
  before: NotificationState,
  events: readonly RecordedEvent[],
): Promise<NotificationState> {
  let state = before
  const pending: QueuedNotification[] = []
  const notified = new Set<number>()
  try {
    for (const event of events) await handleEvent(event)
    await flush()
  } finally {
    await announceAll()
  }
  return state

  async function handleEvent(event: RecordedEvent): Promise<void> {
    for (const template of templates) if (template.events.includes(event.type)) await write(template, event)
    if (isDeletion(event)) await removeUser(event)
  }

  /** Stores pending notifications in the order of the log. */
  async function flush(): Promise<void> {
    const batch = pending.splice(0)
    const last = batch.at(-1)
    if (!last) return
    await waitForProjections(['notifications', ...new Set(batch.flatMap(({ reads }) => reads))], last.position)
    addNotified(await inbox.notify(batch))
  }

  /** Sends live changes to the open pages of notified players. */
  async function announceAll(): Promise<void> {
    if (notified.size > 0) await announce(changesFor(notified, 'notifications'))
  }

  async function write(template: NotificationTemplates, event: RecordedEvent): Promise<void> {
    const { remembers, reads } = template
    const memory = remembers && (state[remembers.as] ?? remembers.initially)
    state = remember(template, state, event)
    const source = sourceOf(event)
    const written = source && (await template.write(event, { memory, log }))
    if (!written) return
    if ('payload' in written) pending.push({ source, notification: written, position: event.position, reads })
    else {
      // A broadcast is stored in log order, once the read tables have reached its event.
      await flush()
      await waitForProjections(['notifications', ...reads], event.position)
      addNotified(await inbox.broadcast(source, written))
    }
  }

  /** Deletes the inbox of a deleted user; later statements skip them. */
  async function removeUser({ data: { userId }, metadata, position }: Deletion): Promise<void> {
    await flush()
    await waitForProjections(['people'], position)
    await inbox.deleteAllOf(userId)
    // A deleted player remains counted as `A deleted user`; a cleanup removes every trace of test users.
    if (metadata.simulated) addNotified(await inbox.withdraw(userId))
  }

  /** Null for an event older than the retention: a reactor that starts again does not store it again. */
  function sourceOf({ id, metadata, recordedAt }: RecordedEvent): Source | null {
    const isTooOld = Date.parse(recordedAt) < clock.now() - RETENTION_MS
    return isTooOld ? null : { id, at: metadata.at, storedAt: recordedAt, isSimulated: metadata.simulated === true }
  }

  async function waitForProjections(groups: readonly string[], position: Position): Promise<void> {
    for (const group of groups)
      if (!(await reached(group, position, TIMEOUT_MS)))
        throw new EventLogUnavailable(`the projection ${group} is behind`)
  }

  function addNotified(userIds: readonly number[]): void {
    for (const id of userIds) notified.add(id)
  }
}

const DELETION = 'UserDeleted' satisfies AccountEvent['type']
type Deletion = RecordedEvent<Extract<AccountEvent, { type: typeof DELETION }>>
const isDeletion = (event: RecordedEvent): event is Deletion => event.type === DELETION
