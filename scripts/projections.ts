// npm run projections -- status | rebuild NAME | verify [NAME] | retry NAME | skip NAME | docs
import { fileURLToPath } from 'node:url'
import { runProjectionsCommand, usage, wrongArguments } from '../projections/engine/console.ts'
import { createProjectionEngine } from '../projections/engine/engine.ts'
import { groups } from '../src/areas/index.ts'
import { clearingsOf } from '../src/clearings.ts'
import { withPersonalData } from '../src/event-log/personal-data.ts'
import { withoutCleared } from '../src/event-log/without-cleared.ts'
import { systemClock } from '../src/kernel/clock.ts'
import { createProgressBar } from './support/progress-bar.ts'
import { Refused, runCommand } from './support/shell.ts'

const args = process.argv.slice(2)
if (args.length === 0 || args.includes('--help') || args.includes('-h')) {
  console.log(usage)
  process.exit(args.length === 0 ? 1 : 0)
}
await runCommand(async ({ settings, logger, open, atEnd }) => {
  const wrong = wrongArguments(args)
  if (wrong !== null) throw new Refused(wrong)
  const stores = await open(settings(), args[0] === 'docs' ? 'make' : undefined)
  const bar = createProgressBar()
  const engine = createProjectionEngine({
    database: stores.database,
    log: withoutCleared(withPersonalData(stores.rawLog, stores.personal), clearingsOf(stores.database, stores.rawLog)),
    groups,
    reactors: [],
    onChanges: () => undefined,
    logger,
    clock: systemClock,
  })
  atEnd(async () => {
    bar.end()
    await engine.stop()
  })
  return runProjectionsCommand(args, {
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
})
