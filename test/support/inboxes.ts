import { randomUUID } from 'node:crypto'
import { chatGroup } from '../../projections/chat/projector.ts'
import { competitionsGroup } from '../../projections/competitions/projector.ts'
import { createProjectionEngine, type ProjectionEngine } from '../../projections/engine/engine.ts'
import { leaguesGroup } from '../../projections/leagues/projector.ts'
import { notificationsGroup } from '../../projections/notifications/projector.ts'
import { peopleGroup } from '../../projections/people/projector.ts'
import { playGroup } from '../../projections/play/projector.ts'
import { sharingGroup } from '../../projections/sharing/projector.ts'
import { areas } from '../../src/areas/index.ts'
import { createInbox } from '../../src/areas/notifications/inbox.ts'
import { createNotificationReactor, NOTIFICATION_REACTOR } from '../../src/areas/notifications/reactor.ts'
import { createMemoryStore } from '../../src/event-log/memory/memory-log.ts'
import type { Event, EventMetadata, NewEvent } from '../../src/kernel/event.ts'
import type { Append } from '../../src/kernel/event-log.ts'
import type { LiveChange } from '../../src/slice/group.ts'
import { emptyReadTables, keepOtherTables, testDatabase } from './postgres.ts'
import { listLogger, until } from './projections.ts'

const NOW = '2024-08-15T12:00:00.000Z'
const groups = [peopleGroup, playGroup, leaguesGroup, competitionsGroup, chatGroup, sharingGroup, notificationsGroup]

export interface Fact {
  readonly stream: string
  readonly event: Event
  /** Who did it; left out: nobody. */
  readonly actor?: number
  /** The testing tool made it. */
  readonly simulated?: true
}

/**
 * Read tables and inboxes on a database and with a clock of their own, over a log in memory to which facts of all areas are
 * said.
 */
export async function startInboxes() {
  const database = await testDatabase(emptyReadTables)
  await keepOtherTables(database, groups)
  const time = { now: Date.parse(NOW) }
  const clock = { now: () => time.now }
  const log = createMemoryStore({ clock }).open()
  const templates = areas.flatMap((area) => area.notifications ?? [])
  const inbox = createInbox({ db: database.db, templates })
  const announced: LiveChange[] = []
  const revisions = new Map<string, number>()
  let engine: ProjectionEngine

  async function start(): Promise<void> {
    engine = createProjectionEngine({
      database,
      log,
      groups,
      reactors: [
        createNotificationReactor({
          inbox,
          templates,
          log,
          reached: (group, position, ms) => engine.ofTerm.waitForReactor(group, position, ms),
          announce: async (changes) => {
            announced.push(...changes)
          },
          clock,
        }),
      ],
      onChanges: () => undefined,
      logger: listLogger(),
      clock,
    })
    await engine.start()
  }

  /** Everything in the log is projected and told. */
  async function told(): Promise<void> {
    engine.nudge()
    const head = await log.head()
    await until('caught up', () => engine.caughtUp(), 60_000)
    if (!(await engine.waitForReactor(NOTIFICATION_REACTOR, head, 60_000))) throw new Error('not everything was told')
  }

  await start()

  return {
    database,
    inbox,
    announced,
    get engine() {
      return engine
    },
    travel: (to: string) => {
      time.now = Date.parse(to)
    },
    told,
    /** Appends facts as their areas would and waits until they are told. */
    async say(...facts: readonly Fact[]): Promise<void> {
      const at = new Date(time.now).toISOString()
      const appends = facts.map(({ stream, event, actor, simulated }): Append => {
        const revision = revisions.get(stream) ?? -1
        revisions.set(stream, revision + 1)
        return {
          stream,
          events: [newEvent(event, { at, actor: actor ?? null, ...(simulated ? { simulated } : {}) })],
          expected: revision < 0 ? 'no_stream' : revision,
        }
      })
      for (const outcome of await log.appendMany(appends))
        if (!outcome.ok) throw new Error(`a fact does not fit: ${JSON.stringify(outcome)}`)
      await told()
    },
    /** What a user reads, newest first. */
    async of(userId: number): Promise<string[]> {
      return (await inbox.page(userId, { limit: 100 })).map(({ text }) => text)
    },
    page: (userId: number) => inbox.page(userId, { limit: 100 }),
    /** Every row as it is stored, in the order of its making. */
    async rows(): Promise<any[]> {
      return (await database.pool.query('select * from app.notifications order by id')).rows
    },
    /** A new node; `anew`: the reactor begins at the first event again. */
    async restart({ anew = false } = {}): Promise<void> {
      await engine.stop()
      if (anew) await database.pool.query('delete from engine.reactors where name = $1', [NOTIFICATION_REACTOR])
      await start()
      await told()
    },
    async stop(): Promise<void> {
      await engine.stop()
      await database.drop()
    },
  }
}

export type TestInboxes = Awaited<ReturnType<typeof startInboxes>>

const newEvent = ({ type, data }: Event, more: Pick<EventMetadata, 'at' | 'actor' | 'simulated'>): NewEvent => {
  const id = randomUUID()
  return { id, type, data, metadata: { $correlationId: id, $causationId: id, version: 1, source: 'command', ...more } }
}
