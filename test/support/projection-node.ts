// A node of the projection engine in its own process, for tests that stop, kill and wake it: node projection-node.ts
// DATABASE_URL
import { createProjectionEngine } from '../../projections/engine/engine.ts'
import { openDatabase } from '../../src/database/database.ts'
import { createPostgresLog } from '../../src/event-log/postgres/postgres-log.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { uuid5 } from '../../src/kernel/uuid5.ts'
import type { Reactor } from '../../src/slice/reactor.ts'
import { countingGroup, listLogger, newEvent } from './projections.ts'

const database = openDatabase(process.argv[2] ?? '')
const log = createPostgresLog({ database, prefix: 'plp' })

/** Appends one event for every counted event. */
const echo: Reactor<number> = {
  name: 'echo',
  events: ['Counted'],
  initialState: 0,
  async react(count, event, context) {
    await log.append(
      `echo-${event.id}`,
      [{ ...newEvent('Echoed', { amount: 1 }), id: uuid5(context.idBase ?? '') }],
      'no_stream',
    )
    return count + 1
  },
}

const engine = createProjectionEngine({
  database,
  log,
  // Slow enough to be interrupted in the middle of a batch.
  groups: [countingGroup({ after: () => new Promise((resolve) => setTimeout(resolve, 3)) })],
  reactors: [echo],
  onChanges: () => undefined,
  logger: listLogger(),
  clock: systemClock,
})
await engine.start()
let leads = false
setInterval(() => {
  if (engine.isLeader() === leads) return
  leads = !leads
  process.stdout.write(leads ? 'leads\n' : 'follows\n')
}, 20)
