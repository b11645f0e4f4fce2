import { existsSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createLogger, type Logger } from '../../src/kernel/logger.ts'
import { BadSetting, readSettings, type Settings } from '../../src/settings.ts'
import { startProblem } from '../../src/start-problem.ts'
import { openStores, type Stores } from '../../src/stores.ts'

/** The command was given wrongly, or cannot do what it is asked; the message is a sentence for the terminal. */
export class Refused extends Error {
  override readonly name = 'Refused'
}

/** What a command has of its surroundings. What it opens is closed at its end, also where that comes by Ctrl-C. */
export interface Shell {
  /** Throws `BadSetting` where a variable is wrong. */
  settings(): Settings
  /** Errors go to standard error, so that standard output is the command's. */
  readonly logger: Logger
  /** Opens the stores of the settings. `make`: they may be new; else a folder that holds none is refused and stays as it is. */
  open(settings: Settings, make?: 'make'): Promise<Stores>
  /** Stops this before the stores are closed. */
  atEnd(stop: () => Promise<void>): void
}

/** How long work may take to notice that what it uses has been stopped. */
const UNWIND_MS = 5_000
/** The terminal, npm and its scripts each hand one Ctrl-C on: within this time it is the same one. */
const SAME_SIGNAL_MS = 1_000
const SIGNALS = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const

/**
 * Runs a command line; `work` gives its exit code. Refusals, and errors of the `expected` kinds, are one line. Ctrl-C, a closed terminal and SIGTERM end it with all
 * that it has started, the embedded PostgreSQL too; a second one ends it at once.
 */
export async function runCommand(
  work: (shell: Shell) => Promise<number>,
  expected: readonly (new (...args: never[]) => Error)[] = [],
): Promise<void> {
  const logger = createLogger({ level: 'error', destination: process.stderr })
  const ends: (() => Promise<void>)[] = []
  let settings: Settings | undefined
  let opening: Promise<Stores> | undefined
  let stoppedAt: number | null = null

  const shell: Shell = {
    logger,
    settings() {
      const read = readSettings(process.env)
      if (!read.ok) throw new BadSetting(read.problem)
      settings = read.settings
      return settings
    },
    async open(from, make) {
      if (stoppedAt !== null) throw new Refused('Stopped')
      if (!make) assertStore(from)
      opening = openStores(from, logger)
      return opening
    },
    atEnd: (stop) => void ends.unshift(stop),
  }

  const end = async (working?: Promise<unknown>): Promise<void> => {
    const stores = await opening?.catch(() => undefined)
    for (const stop of ends.splice(0)) await stop()
    await Promise.race([working, sleep(UNWIND_MS, undefined, { ref: false })])
    await stores?.close()
  }

  const running = work(shell)
  for (const [signal, number] of Object.entries(SIGNALS))
    process.on(signal, async () => {
      const code = 128 + number
      if (stoppedAt !== null) {
        if (performance.now() - stoppedAt > SAME_SIGNAL_MS) process.exit(code)
        return
      }
      stoppedAt = performance.now()
      await end(running.catch(() => undefined)).catch((error) => console.error((error as Error).message))
      process.exit(code)
    })

  try {
    process.exitCode = await running
  } catch (error) {
    // What breaks because it was stopped is not told.
    if (stoppedAt === null) {
      const isExpected = [Refused, ...expected].some((kind) => error instanceof kind)
      console.error(isExpected ? (error as Error).message : lineOf(error, settings))
      process.exitCode = 1
    }
  }
  if (stoppedAt === null) await end()
}

function lineOf(error: unknown, settings: Settings | undefined): unknown {
  if (error instanceof BadSetting || isArgumentError(error)) return (error as Error).message
  const problem = settings && startProblem(error, settings)
  return problem?.isExpected ? problem.line : error
}

function isArgumentError(error: unknown): boolean {
  return String((error as NodeJS.ErrnoException).code).startsWith('ERR_PARSE_ARGS')
}

/** A command that looks at a store, or mends one, does not make it: a mistyped folder would look like an empty game. */
function assertStore({ databaseUrl, dataDir }: Settings): void {
  if (databaseUrl !== null || existsSync(path.join(dataDir, 'postgres'))) return
  throw new Refused(`DATA_DIR takes the folder of a game; there is none in ${dataDir}`)
}
