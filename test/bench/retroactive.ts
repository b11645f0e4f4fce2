import { setTimeout as sleep } from 'node:timers/promises'
import { createAchievementsGroup, handledEvents } from '../../projections/achievements/projector.ts'
import { createProjectionEngine, type ProjectionEngine } from '../../projections/engine/engine.ts'
import { load } from '../../projections/engine/loader.ts'
import type { Db } from '../../projections/engine/store.ts'
import { peopleGroup } from '../../projections/people/projector.ts'
import { catalogue } from '../../src/areas/achievements/catalogue.ts'
import { createAchievements } from '../../src/areas/achievements/commands.ts'
import { retroactiveReport } from '../../src/areas/achievements/queries.ts'
import { ACHIEVEMENT_REACTOR, createAchievementReactor } from '../../src/areas/achievements/reactor.ts'
import { createRetroactive } from '../../src/areas/achievements/retroactive.ts'
import { createPostgresLog } from '../../src/event-log/postgres/postgres-log.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { createCommandHandler } from '../../src/kernel/handler.ts'
import { systemContext } from '../../src/kernel/system-context.ts'
import { testDatabase } from '../support/postgres.ts'
import { listLogger } from '../support/projections.ts'
import { type Bench, runSql, timed } from './bench.ts'
import { seasonOfEvents, watchMemory } from './rebuild.ts'

const players = { real: 10_000, small: 3 }

/** The history of a season folded for a new catalogue, compared with a pass over the same events that does nothing. */
export const retroactive: Bench = {
  name: 'retroactive',
  what: 'retroactive achievements of 10,000 players with 380 predictions each, against a pass over the same events that does nothing',
  budget: { atMost: 3 },
  async run(size) {
    const database = await testDatabase()
    const { db } = database
    const log = createPostgresLog({ database, prefix: 'bench', timeoutMs: 60_000 })
    const handler = createCommandHandler({ log })
    try {
      await log.head()
      await runSql(database, ...seasonOfEvents(players[size]), 'vacuum analyze', 'checkpoint')
      const engine: ProjectionEngine = createProjectionEngine({
        database,
        log,
        groups: [peopleGroup, createAchievementsGroup(catalogue)],
        reactors: [
          createAchievementReactor({
            db,
            handler,
            catalogue,
            events: handledEvents,
            compare: log.compare,
            reached: engineWaits,
            passed: async (position, types, ms) => (await engine.waitFor(position, types, ms)).length === 0,
            folded: () => engine.passed('achievements'),
          }),
        ],
        onChanges: () => undefined,
        logger: listLogger(),
        clock: systemClock,
      })
      function engineWaits(name: string, position: Parameters<ProjectionEngine['waitForReactor']>[1], ms: number) {
        return engine.waitForReactor(name, position, ms)
      }
      // The game has been running; only the catalogue is new.
      await (db as Db)
        .insertInto('engine.reactors')
        .values({ name: ACHIEVEMENT_REACTOR, checkpoint: await log.head(), state: 'null' })
        .execute()
      const pass = () =>
        load({
          log,
          types: handledEvents,
          after: null,
          until: null,
          signal: new AbortController().signal,
          apply: async () => true,
        })
      const before = await timed(pass)
      const memory = watchMemory()
      const fold = await timed(async () => {
        await engine.start()
        // Queried rarely, as queries cost time too. The first fold is optional, so it has to be queried by name.
        while (!(await engine.serves('achievements')) || !(await engine.caughtUp())) await sleep(1_000)
      })
      const grown = memory.stop()
      const after = await timed(pass)
      const context = systemContext(new Date().toISOString())
      const achievements = createAchievements({ handler, catalogue })
      await achievements.introduce(context)
      const { totalUnlocked } = await retroactiveReport(db, catalogue, { only: null })
      const run = createRetroactive({ db, catalogue, achievements, engine })
      const unlocking = await timed(() => run.run(null, context, { waitMs: 3_600_000 }))
      await engine.stop()
      const rate = Math.round(totalUnlocked / (unlocking / 1_000))
      const base = (before + after) / 2
      const note = `memory grew by ${grown} MB at most; unlocking ${totalUnlocked} took ${Math.round(unlocking)} ms more, ${rate} a second`
      return { unit: 'ms', ours: fold, base, note }
    } finally {
      await log.close()
      await database.drop()
    }
  },
}
