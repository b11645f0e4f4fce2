import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import { COMPETITIONS } from '../../src/areas/competitions/area.ts'
import { COMPETITION_REACTOR } from '../../src/areas/competitions/reactor.ts'
import { readSeason } from '../../src/areas/fixtures/sources/read-season.ts'
import { NEWS_REACTOR } from '../../src/areas/news/reactor.ts'
import { PREDICTIONS } from '../../src/areas/predictions/area.ts'
import type { SaveItem } from '../../src/areas/predictions/commands.ts'
import { createContainer } from '../../src/container.ts'
import { openPersonalData } from '../../src/event-log/personal-data.ts'
import { createPostgresLog } from '../../src/event-log/postgres/postgres-log.ts'
import { TYPES } from '../../src/identifiers.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import type { RecordedEvent } from '../../src/kernel/event.ts'
import { createRandom } from '../../src/kernel/random.ts'
import { planSeason } from '../../src/simulation/season-plan.ts'
import { simulate } from '../../src/simulation/simulate.ts'
import { batchedLog } from './batched-log.ts'
import { testDatabase } from './postgres.ts'
import { until } from './projections.ts'

/**
 * Simulates a whole real season in this process with players who join competitions. All of them join the cup, the
 * knockout, the monthlies and the seasonal; about half join each weekly. `bystanders` is the number of further players, who
 * join none.
 */
export async function simulatedCompetitions(options: {
  readonly season: string
  readonly players: number
  readonly seed: number
  readonly bystanders?: number
}) {
  const database = await testDatabase()
  let now = 0
  const clock = { now: () => now }
  const rawLog = batchedLog(createPostgresLog({ database, prefix: 'plp' }))
  const personal = await openPersonalData({ database, masterKey: randomBytes(32), clock })
  const logger = pino({ level: 'error' })
  const { players, bystanders = 0 } = options
  const calendar = await readSeason({ kind: 'file', path: options.season }, systemClock)
  const plan = planSeason(calendar, { ...options, players: players + bystanders })
  const foundation = { database, rawLog, personal, clock, logger, onChanges: () => undefined }
  let container = createContainer(foundation)
  const engine = () => container.get(TYPES.Engine)
  const random = createRandom(`joins ${options.seed}`)
  const joined = new Set<number>()

  /** Joins those who have registered since, the earliest first. */
  async function joinNew(items: readonly SaveItem[]): Promise<void> {
    const at = items[0]?.context.at
    if (at === undefined) return
    const fresh = [...new Set(items.map(({ userId }) => userId))]
      .filter((id) => id <= players && !joined.has(id))
      .sort((a, b) => a - b)
    if (fresh.length === 0) return
    const competitions = container.get(COMPETITIONS.Competitions)
    const { rows } = await database.pool.query('select id, kind from read.competitions order by id')
    for (const userId of fresh) {
      joined.add(userId)
      const wanted = rows.filter(({ kind }) => kind !== 'weekly' || random.next() < 0.5)
      const context = { actor: userId, at, correlationId: 'join', causationId: 'join', source: 'command' } as const
      await Promise.all(wanted.map(({ id }) => competitions.join(id, userId, context)))
    }
  }

  /** Waits until the reactors have processed everything in the log. */
  async function answered(): Promise<void> {
    await until(
      'all is answered',
      async () => {
        const head = await rawLog.head()
        engine().nudge()
        const names = ['settled-gameweeks', COMPETITION_REACTOR, NEWS_REACTOR]
        const done = await Promise.all(names.map((name) => engine().waitForReactor(name, head, 5_000)))
        return done.every(Boolean) && (await engine().caughtUp()) && (await rawLog.head()) === head
      },
      120_000,
    )
  }

  async function begin(): Promise<void> {
    await until('this process leads', () => engine().tryLead())
    await engine().start()
  }

  await begin()
  const predictions = container.get(PREDICTIONS.Predictions)
  await simulate(
    {
      log: container.get(TYPES.RawLog),
      handler: container.get(TYPES.Handler),
      ids: container.get(TYPES.Ids),
      personal,
      predictions: {
        ...predictions,
        async saveMany(items, more) {
          await joinNew(items)
          return predictions.saveMany(items, more)
        },
      },
      engine: engine(),
      clock: {
        set: (time) => {
          now = time
        },
      },
    },
    plan,
  )
  await answered()

  return {
    database,
    plan,
    /** Numbers of the players who join no competition. */
    bystanders: plan.players.map(({ number }) => number).filter((number) => number > players),
    container: () => container,
    answered,
    async events(): Promise<readonly RecordedEvent[]> {
      const events: RecordedEvent[] = []
      let after: RecordedEvent['position'] | null = null
      for (;;) {
        const page = await rawLog.readAll(after, {}, 5_000)
        events.push(...page.events)
        if (page.end) return events
        after = page.next
      }
    },
    /** Tables that differ from a fold of the log. */
    async differences(): Promise<readonly string[]> {
      const verifications = await engine().verify()
      return verifications.flatMap(({ name, tables }) =>
        tables.filter(({ differences }) => differences > 0).map(({ table }) => `${name}.${table}`),
      )
    },
    /**
     * Restarts the reactors of competitions and of news at the first event in a new container, as after the loss of
     * their database.
     */
    async repeat(): Promise<void> {
      await engine().stop()
      await database.pool.query('delete from engine.reactors where name = any($1)', [
        [COMPETITION_REACTOR, NEWS_REACTOR],
      ])
      container = createContainer(foundation)
      await begin()
      await answered()
    },
    async close() {
      await engine().stop()
      await rawLog.close()
      await database.drop()
    },
  }
}

export type SimulatedCompetitions = Awaited<ReturnType<typeof simulatedCompetitions>>
