// npm run projections -- status | build | rebuild NAME | verify [NAME] | retry NAME | skip NAME | docs
import { writeFile } from 'node:fs/promises'
import { runProjectionsCommand, usage, wrongArguments } from '../projections/engine/console.ts'
import { createProjectionEngine } from '../projections/engine/engine.ts'
import { readModelsPage } from '../src/areas/analysts/read-models-page.ts'
import { groups, readModels, upcast } from '../src/areas/index.ts'
import { readableLog } from '../src/event-log/readable-log.ts'
import { systemClock } from '../src/kernel/clock.ts'
import { purgesOf } from '../src/purges.ts'
import { createProgressBar } from './support/progress-bar.ts'
import { createLongCommand, type Main, Refused, runHere, type Shell } from './support/shell.ts'

export const main: Main = (terminal) => {
  const verified = new Map<string, boolean>()
  return createLongCommand({
    usage,
    needsArguments: true,
    work: (shell, { positionals }) => run(shell, positionals, verified),
  })(terminal)
}

/** `verified`: results of earlier attempts by name of the projection. */
async function run(
  { terminal, settings, logger, open, atEnd, print }: Shell,
  args: readonly string[],
  verified: Map<string, boolean>,
): Promise<number> {
  const wrong = wrongArguments(args)
  if (wrong !== null) throw new Refused(wrong)
  if (args[0] === 'docs') {
    await writeFile(new URL('../docs/read-models.md', import.meta.url), readModelsPage(groups, readModels))
    print('docs/read-models.md written')
    return 0
  }
  const stores = await open(settings())
  const bar = createProgressBar(terminal.err)
  const purges = purgesOf(stores.database, stores.rawLog)
  const engine = createProjectionEngine({
    database: stores.database,
    ...{ log: readableLog(purges.log, stores.personal, upcast), purges },
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
    groups,
    verified,
    print(line) {
      bar.end()
      print(line)
    },
    progress: ({ name, done, total }) => bar.report(name, done, total),
  })
}

if (import.meta.main) await runHere(main)
