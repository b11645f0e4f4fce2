import { existsSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ParseArgsConfig, parseArgs } from 'node:util'
import pg from 'pg'
import { isTransient } from '../../projections/engine/faults.ts'
import { createLogger, type Logger } from '../../src/kernel/logger.ts'
import { BadSetting } from '../../src/kernel/setting.ts'
import { isDiskFull, reasonOf } from '../../src/kernel/store-away.ts'
import { readSettings, type Settings } from '../../src/settings.ts'
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

/** How long a store may be away before a long command gives up. */
const AWAY_MS = 120_000
/** An attempt that has run for so long with its stores has got on: the time that they may be away begins anew. */
const GOT_ON_MS = 10_000
const [RETRY_MS, MOST_RETRY_MS] = [500, 5_000]
/** How often a long command looks whether its stores answer, and how long they may not before what it waits for is given up. */
const [LOOK_MS, SILENT_MS] = [2_000, 15_000]

/** A store that this process had open has not answered for a while, though no call has failed: the network drops packets. */
class StoreSilent extends Error {
  override readonly name = 'StoreSilent'
}

type Expected = readonly (new (...args: never[]) => Error)[]
type Options = NonNullable<ParseArgsConfig['options']>

/** The parsed arguments of a command line. */
type Given<O extends Options> = ReturnType<typeof parseArgs<{ options: O; allowPositionals: true }>>

interface Command<O extends Options> {
  /** Printed for `--help`. */
  readonly usage: string
  /** Besides `--help`. */
  readonly options?: O
  /** Without any argument it prints its usage and ends with exit code 1. */
  readonly needsArguments?: true
  /** Errors whose message is the sentence to print. */
  readonly expected?: Expected
  /** Gives the exit code. */
  work(shell: Shell, given: Given<O>): Promise<number>
}

/**
 * Runs a command line. Refusals, and errors of the `expected` kinds, are one line, as is everything else but
 * where `LOG_LEVEL` is `debug`: then with its stack. Ctrl-C, a closed terminal and SIGTERM end it with all that it has started, the
 * embedded PostgreSQL too; a second one ends it at once.
 */
export const runCommand = <O extends Options>(command: Command<O>): Promise<void> => run(command, false)

/**
 * As `runCommand`, for work that goes on where it stopped when it is done again. Where a store is away in the middle of it, everything is
 * closed and `work` is called again until the store has been away for two minutes.
 */
export const runLongCommand = <O extends Options>(command: Command<O>): Promise<void> => run(command, true)

/** Null where help is asked for, which is then printed. Throws where the command line is wrong. */
function argumentsOf<O extends Options>({ usage, options, needsArguments }: Command<O>): Given<O> | null {
  const args = process.argv.slice(2)
  if (needsArguments && args.length === 0) throw new Refused(usage)
  if (!args.includes('--help') && !args.includes('-h'))
    return parseArgs({ allowPositionals: true, options: options ?? ({} as O) })
  console.log(usage)
  return null
}

async function run<O extends Options>(command: Command<O>, isLong: boolean): Promise<void> {
  const logger = createLogger({ level: 'error', destination: process.stderr })
  const ends: (() => Promise<void>)[] = []
  let settings: Settings | undefined
  let opening: Promise<Stores> | undefined
  let openedAt: number | null = null
  let stoppedAt: number | null = null
  const stopping = new AbortController()

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
      const stores = await opening
      openedAt = performance.now()
      return stores
    },
    atEnd: (stop) => void ends.unshift(stop),
  }

  const end = async (working?: Promise<unknown>): Promise<void> => {
    const stores = await opening?.catch(() => undefined)
    opening = undefined
    // What waits for a store that is away must not hold up the end.
    const inTime = (ending: Promise<unknown> | undefined) =>
      Promise.race([ending, sleep(UNWIND_MS, undefined, { ref: false })])
    for (const stop of ends.splice(0)) await inTime(stop().catch(() => undefined))
    await inTime(working)
    await inTime(stores?.close())
  }

  /** Does the work, again and again while a store is away. */
  async function attempts(): Promise<number> {
    const given = argumentsOf(command)
    if (given === null) return 0
    let wasOpened = false
    let awaySince: number | null = null
    for (let retryMs = RETRY_MS; ; retryMs = Math.min(2 * retryMs, MOST_RETRY_MS)) {
      openedAt = null
      const looking = new AbortController()
      const working = command.work(shell, given)
      try {
        if (!isLong) return await working
        const silent = unlessSilent(() => opening, looking.signal)
        return await Promise.race([working, silent])
      } catch (error) {
        working.catch(() => undefined)
        wasOpened ||= openedAt !== null
        // A store that was never there is a wrong setting.
        const isReopening = openedAt === null && opening !== undefined
        if (!isLong || !wasOpened || stoppedAt !== null || !(isReopening || isPassing(error))) throw error
        const gotOn = openedAt !== null && performance.now() - openedAt > GOT_ON_MS
        if (gotOn) [awaySince, retryMs] = [null, RETRY_MS]
        const isNews = awaySince === null
        awaySince ??= performance.now()
        if (performance.now() - awaySince > AWAY_MS)
          throw new Refused(
            `A store is away (${reasonOf(error)}). What is done stays; the same command goes on from there`,
          )
        looking.abort()
        await end()
        if (isNews) console.error(`A store is away (${reasonOf(error)}); trying again for ${AWAY_MS / 60_000} minutes`)
        await sleep(retryMs, undefined, { signal: stopping.signal })
      } finally {
        looking.abort()
      }
    }
  }

  const running = attempts()
  for (const [signal, number] of Object.entries(SIGNALS))
    process.on(signal, async () => {
      const code = 128 + number
      if (stoppedAt !== null) {
        if (performance.now() - stoppedAt > SAME_SIGNAL_MS) process.exit(code)
        return
      }
      stoppedAt = performance.now()
      stopping.abort()
      await end(running.catch(() => undefined)).catch((error) => console.error((error as Error).message))
      process.exit(code)
    })
  // What an attempt that was given up leaves behind fails when its stores are closed.
  process.on('unhandledRejection', (error) => {
    if (stoppedAt !== null || isPassing(error)) return
    console.error(sentenceOf(error, settings))
    process.exit(1)
  })

  try {
    process.exitCode = await running
  } catch (error) {
    // What breaks because it was stopped is not told.
    if (stoppedAt === null) {
      const isExpected = [Refused, ...(command.expected ?? [])].some((kind) => error instanceof kind)
      console.error(isExpected ? (error as Error).message : sentenceOf(error, settings))
      process.exitCode = 1
    }
  }
  if (stoppedAt === null) await end()
}

/** A fault of a store, or work that ended with a lost connection. A full disk stays full until somebody makes room. */
function isPassing(error: unknown): boolean {
  if (isDiskFull(error)) return false
  return isTransient(error) || error instanceof StoreSilent || (error as Error)?.name === 'AbortError'
}

/** Rejects with `StoreSilent` where what is open has not answered for 15 s. */
async function unlessSilent(opened: () => Promise<Stores> | undefined, signal: AbortSignal): Promise<never> {
  for (let answeredAt = performance.now(); ; ) {
    await sleep(LOOK_MS, undefined, { signal, ref: false })
    const stores = await opened()?.catch(() => undefined)
    if (stores === undefined || (await doesAnswer(stores))) answeredAt = performance.now()
    else if (performance.now() - answeredAt > SILENT_MS) throw new StoreSilent('it does not answer')
  }
}

/** On a connection of its own: those of the command may all be busy. */
async function doesAnswer({ database, rawLog }: Stores): Promise<boolean> {
  const client = new pg.Client({
    connectionString: database.url,
    application_name: 'plp command',
    connectionTimeoutMillis: 3_000,
    query_timeout: 3_000,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await Promise.all([client.query('select 1'), rawLog.ready()])
    return true
  } catch {
    return false
  } finally {
    client.end().catch(() => undefined)
  }
}

/** One sentence for whatever went wrong; the stack of a fault of ours only for those who look for it. */
function sentenceOf(error: unknown, settings: Settings | undefined): string {
  if (error instanceof BadSetting || isArgumentError(error)) return (error as Error).message
  const problem = settings && startProblem(error, settings)
  if (problem?.isExpected) return problem.line
  if (/^(debug|trace)$/.test(process.env.LOG_LEVEL ?? '')) return (error as Error).stack ?? String(error)
  return `Something went wrong: ${reasonOf(error)} (LOG_LEVEL=debug prints where)`
}

function isArgumentError(error: unknown): boolean {
  return String((error as NodeJS.ErrnoException).code).startsWith('ERR_PARSE_ARGS')
}

/** A command that looks at a store, or mends one, does not make it: a mistyped folder would look like an empty game. */
function assertStore({ databaseUrl, dataDir }: Settings): void {
  if (databaseUrl !== null || existsSync(path.join(dataDir, 'postgres'))) return
  throw new Refused(`DATA_DIR takes the folder of a game; there is none in ${dataDir}`)
}
