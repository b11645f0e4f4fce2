// npm run projections -- status | rebuild NAME | verify [NAME] | retry NAME | skip NAME | docs
import { fileURLToPath } from 'node:url'
import { runProjectionsCommand, usage } from '../projections/engine/console.ts'
import { createProjectionEngine } from '../projections/engine/engine.ts'
import { groups } from '../projections/index.ts'
import { withPersonalData } from '../src/event-log/personal-data.ts'
import { systemClock } from '../src/kernel/clock.ts'
import { createLogger } from '../src/kernel/logger.ts'
import { readSettings } from '../src/settings.ts'
import { openStores } from '../src/stores.ts'
import { createProgressBar } from './support/progress-bar.ts'

const args = process.argv.slice(2)
if (args.length === 0 || args.includes('--help')) {
  console.log(usage)
  process.exit(args.length === 0 ? 1 : 0)
}
const read = readSettings(process.env)
if (!read.ok) {
  console.error(read.problem)
  process.exit(1)
}
const logger = createLogger({ level: 'error' })
try {
  const stores = await openStores(read.settings, logger)
  const bar = createProgressBar()
  const engine = createProjectionEngine({
    database: stores.database,
    log: withPersonalData(stores.rawLog, stores.personal),
    groups,
    reactors: [],
    onChanges: () => undefined,
    logger,
    clock: systemClock,
  })
  process.exitCode = await runProjectionsCommand(args, {
    engine,
    db: stores.database.db,
    groups,
    print(line) {
      bar.end()
      console.log(line)
    },
    progress: ({ name, done, total }) => bar.report(name, done, total),
    docsFile: fileURLToPath(new URL('../docs/read-models.md', import.meta.url)),
  })
  bar.end()
  await engine.stop()
  await stores.close()
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
