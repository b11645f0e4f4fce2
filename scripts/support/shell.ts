import { existsSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ParseArgsConfig, parseArgs } from 'node:util'
import pg from 'pg'
import { isTransient } from '../../projections/engine/faults.ts'
import { createLogger, type Logger } from '../../src/kernel/logger.ts'
import { BadSetting } from '../../src/kernel/setting.ts'
import { isDiskFull, reasonOf } from '../../src/kernel/store-unavailable.ts'
import { readSettings, type Settings } from '../../src/settings.ts'
import { startProblem } from '../../src/start-problem.ts'
import { openStores, type Stores } from '../../src/stores.ts'

/** Invalid arguments, or a command that cannot be executed. The message is one sentence for the terminal. */
export class Refused extends Error {
  override readonly name = 'Refused'
}

/** The process around a command. Tests replace it, so that commands run in the process of the test. */
export interface Terminal {
  /** Arguments after the name of the script. */
  readonly args: readonly string[]
  readonly env: Readonly<NodeJS.ProcessEnv>
  readonly out: NodeJS.WritableStream & { readonly isTTY?: boolean }
  readonly err: NodeJS.WritableStream & { readonly isTTY?: boolean }
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean }
  /** Stops the command. The reason is its exit code. */
  readonly stop: AbortSignal
}

/** A command: resolves to its exit code once everything that it opened is closed. */
export type Main = (terminal: Terminal) => Promise<number>

/** Environment of a command. Opened stores are closed at its end, also after Ctrl-C. */
export interface Shell {
  readonly terminal: Terminal
  /** Prints a line to standard output. */
  print(line: string): void
  /** Prints a line to standard error. */
  warn(line: string): void
  /** Throws `BadSetting` for an invalid variable. */
  settings(): Settings
  /** Logs errors to standard error until a stop, so that standard output contains only the output of the command. */
  readonly logger: Logger
  /** Opens the stores of the settings. Creates missing stores only with `make`; otherwise throws `Refused` without changes. */
  open(settings: Settings, make?: 'make'): Promise<Stores>
  /** Registers a function to call before the stores are closed. */
  atEnd(stop: () => Promise<void>): void
}

/** Milliseconds for work to end after its resources were stopped. */
const UNWIND_MS = 5_000
/** Milliseconds within which signals count as one Ctrl-C: the terminal, npm and its scripts each send it. */
const SAME_SIGNAL_MS = 1_000
const SIGNALS = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const
const SIGPIPE = 13

/** Milliseconds after which a long command fails because of an unavailable store. */
const AWAY_MS = 120_000
/** Milliseconds with open stores after which an attempt resets that time. */
const PROGRESS_MS = 10_000
const [RETRY_MS, MOST_RETRY_MS] = [500, 5_000]
/** Interval at which a long command checks its stores, and silence after which its attempt is abandoned, in milliseconds. */
const [CHECK_MS, SILENT_MS] = [2_000, 15_000]

/** An open store has not answered for a while, although no call has failed: the network drops packets. */
class StoreSilent extends Error {
  override readonly name = 'StoreSilent'
}

type Expected = readonly (new (...args: never[]) => Error)[]
type Options = NonNullable<ParseArgsConfig['options']>

/** The parsed arguments of a command line. */
type Arguments<O extends Options> = ReturnType<typeof parseArgs<{ options: O; allowPositionals: true }>>

interface Command<O extends Options> {
  /** Printed for `--help`. */
  readonly usage: string
  /** Besides `--help`. */
  readonly options?: O
  /** Without arguments, prints the usage and ends with exit code 1. */
  readonly needsArguments?: true
  /** Errors whose message is printed as it is. */
  readonly expected?: Expected
  /** Returns the exit code. */
  work(shell: Shell, args: Arguments<O>): Promise<number>
}

/**
 * Creates a command. Errors are printed in one line; with `LOG_LEVEL` `debug`, unexpected ones have their stack trace. `terminal.stop` ends
 * it with everything it has started, including the embedded PostgreSQL.
 */
export const createCommand =
  <O extends Options>(command: Command<O>): Main =>
  (terminal) =>
    run(terminal, command, false)

/**
 * Like `createCommand`, for resumable work. If a store becomes unavailable, closes everything and calls `work` again, for up to two
 * minutes.
 */
export const createLongCommand =
  <O extends Options>(command: Command<O>): Main =>
  (terminal) =>
    run(terminal, command, true)

/** Runs a command as this process. Ctrl-C, a closed terminal and SIGTERM stop it. A second signal ends it at once. */
export async function runHere(main: Main): Promise<void> {
  const stopping = new AbortController()
  let stoppedAt = 0
  const stop = (code: number): void => {
    if (!stopping.signal.aborted) {
      stoppedAt = performance.now()
      stopping.abort(code)
    } else if (performance.now() - stoppedAt > SAME_SIGNAL_MS) process.exit(code)
  }
  for (const [signal, number] of Object.entries(SIGNALS)) process.on(signal, () => stop(128 + number))
  // The start script was killed.
  process.on('disconnect', () => stop(128 + SIGNALS.SIGHUP))
  process.channel?.unref()
  // The reader of a pipe, such as `head`, has ended, or the disk below a file is full.
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', ({ code }: NodeJS.ErrnoException) => {
      if (stopping.signal.aborted) return
      if (code !== 'EPIPE') console.error(`The output cannot be written (${code})`)
      stop(code === 'EPIPE' ? 128 + SIGPIPE : 1)
    })
  // Remaining work of an abandoned attempt fails when its stores are closed.
  process.on('unhandledRejection', (error) => {
    if (stopping.signal.aborted || isPassing(error)) return
    const read = readSettings(process.env)
    console.error(sentenceOf(error, process.env, read.ok ? read.settings : undefined))
    process.exit(1)
  })
  const { env, stdout: out, stderr: err } = process
  const code = await main({
    ...{ args: process.argv.slice(2), env, out, err, stop: stopping.signal },
    get input() {
      return process.stdin
    },
  })
  // Connections to a store that hangs would keep the process alive, as would stopped work that waits for one.
  await Promise.all([out, err].map((stream) => new Promise((resolve) => stream.write('', resolve))))
  // The last line may have failed.
  process.exit(stopping.signal.aborted ? Number(stopping.signal.reason) : code)
}

/** Parses the arguments. Prints the help for `--help` and returns null. Throws for an invalid command line. */
function argumentsOf<O extends Options>(
  { terminal, print }: Shell,
  { usage, options, needsArguments }: Command<O>,
): Arguments<O> | null {
  const args = [...terminal.args]
  if (needsArguments && args.length === 0) throw new Refused(usage)
  if (!args.includes('--help') && !args.includes('-h'))
    return parseArgs({ args, allowPositionals: true, options: options ?? ({} as O) })
  print(usage)
  return null
}

async function run<O extends Options>(terminal: Terminal, command: Command<O>, isLong: boolean): Promise<number> {
  const { env, out, err, stop } = terminal
  const logger = createLogger({ level: 'error', destination: err })
  const ends: (() => Promise<void>)[] = []
  let settings: Settings | undefined
  let opening: Promise<Stores> | undefined
  let openedAt: number | null = null

  const shell: Shell = {
    terminal,
    print: (line) => void out.write(`${line}\n`),
    warn: (line) => void err.write(`${line}\n`),
    logger,
    settings() {
      const read = readSettings(env)
      if (!read.ok) throw new BadSetting(read.problem)
      settings = read.settings
      return settings
    },
    async open(from, make) {
      if (stop.aborted) throw new Refused('Stopped')
      const isThere = make ? Promise.resolve() : assertStore(from)
      opening = isThere.then(() => openStores(from, logger))
      const stores = await opening
      openedAt = performance.now()
      return stores
    },
    atEnd: (end) => void ends.unshift(end),
  }

  const end = async (working?: Promise<unknown>): Promise<void> => {
    const stores = await opening?.catch(() => undefined)
    opening = undefined
    // Work that waits for an unavailable store must not delay the end.
    const inTime = (ending: Promise<unknown> | undefined) =>
      Promise.race([ending, sleep(UNWIND_MS, undefined, { ref: false })])
    for (const each of ends.splice(0)) await inTime(each().catch(() => undefined))
    await inTime(working)
    await inTime(stores?.close())
  }

  /** Runs the work, with retries while a store is unavailable. */
  async function attempts(): Promise<number> {
    const args = argumentsOf(shell, command)
    if (args === null) return 0
    let wasOpened = false
    let awaySince: number | null = null
    for (let retryMs = RETRY_MS; ; retryMs = Math.min(2 * retryMs, MOST_RETRY_MS)) {
      openedAt = null
      const checking = new AbortController()
      const working = command.work(shell, args)
      try {
        if (!isLong) return await working
        const silent = unlessSilent(() => opening, checking.signal)
        return await Promise.race([working, silent])
      } catch (error) {
        working.catch(() => undefined)
        wasOpened ||= openedAt !== null
        // A store that was never reachable indicates a wrong setting.
        const isReopening = openedAt === null && opening !== undefined
        if (!isLong || !wasOpened || stop.aborted || !(isReopening || isPassing(error))) throw error
        const hasProgressed = openedAt !== null && performance.now() - openedAt > PROGRESS_MS
        if (hasProgressed) [awaySince, retryMs] = [null, RETRY_MS]
        const isNews = awaySince === null
        awaySince ??= performance.now()
        if (performance.now() - awaySince > AWAY_MS)
          throw new Refused(
            `A store is unavailable (${reasonOf(error)}). Completed work is stored; run the same command again to continue`,
          )
        checking.abort()
        await end()
        if (isNews) shell.warn(`A store is unavailable (${reasonOf(error)}); retrying for ${AWAY_MS / 60_000} minutes`)
        await sleep(retryMs, undefined, { signal: stop })
      } finally {
        checking.abort()
      }
    }
  }

  const ending = attempts().catch((error) => {
    // Errors caused by the stop are not printed.
    if (stop.aborted) return 1
    const isExpected = [Refused, ...(command.expected ?? [])].some((kind) => error instanceof kind)
    shell.warn(isExpected ? (error as Error).message : sentenceOf(error, env, settings))
    return 1
  })
  const stopped = new Promise((resolve) => stop.addEventListener('abort', resolve, { once: true }))
  // Work that is abandoned fails when its stores are closed.
  stop.addEventListener('abort', () => {
    logger.level = 'silent'
  })
  await Promise.race([ending, stopped])
  await end(ending).catch((error) => shell.warn((error as Error).message))
  return stop.aborted ? Number(stop.reason) : ending
}

/** True for transient errors: faults of a store, or work that ended with a lost connection. A full disk is not transient. */
function isPassing(error: unknown): boolean {
  if (isDiskFull(error)) return false
  return isTransient(error) || error instanceof StoreSilent || (error as Error)?.name === 'AbortError'
}

/** Rejects with `StoreSilent` if open stores have not answered for 15 s. */
async function unlessSilent(opened: () => Promise<Stores> | undefined, signal: AbortSignal): Promise<never> {
  for (let answeredAt = performance.now(); ; ) {
    await sleep(CHECK_MS, undefined, { signal, ref: false })
    const stores = await opened()?.catch(() => undefined)
    if (stores === undefined || (await doesAnswer(stores))) answeredAt = performance.now()
    else if (performance.now() - answeredAt > SILENT_MS) throw new StoreSilent('it does not answer')
  }
}

/** Checks on a separate connection, because those of the command may all be busy. */
async function doesAnswer({ database, rawLog }: Stores): Promise<boolean> {
  const client = commandClient(database.url)
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

function commandClient(connectionString: string): pg.Client {
  const options = { application_name: 'plp command', connectionTimeoutMillis: 3_000, query_timeout: 3_000 }
  const client = new pg.Client({ connectionString, ...options })
  client.on('error', () => undefined)
  return client
}

/** One sentence for any error. Adds the stack trace of unexpected errors only with `LOG_LEVEL=debug`. */
function sentenceOf(error: unknown, env: Terminal['env'], settings: Settings | undefined): string {
  if (error instanceof BadSetting || isArgumentError(error)) return (error as Error).message
  const problem = settings && startProblem(error, settings)
  if (problem?.isExpected) return problem.line
  if (/^(debug|trace)$/.test(env.LOG_LEVEL ?? '')) return (error as Error).stack ?? String(error)
  return `Something went wrong: ${reasonOf(error)} (LOG_LEVEL=debug prints where)`
}

function isArgumentError(error: unknown): boolean {
  return String((error as NodeJS.ErrnoException).code).startsWith('ERR_PARSE_ARGS')
}

/** Commands that read or repair a store never create it: a mistyped folder or database would look like an empty game. */
async function assertStore({ databaseUrl, dataDir }: Settings): Promise<void> {
  if (databaseUrl === null) {
    if (existsSync(path.join(dataDir, 'postgres'))) return
    throw new Refused(`DATA_DIR takes the folder of a game; there is none in ${dataDir}`)
  }
  const client = commandClient(databaseUrl)
  try {
    await client.connect()
    const { rows } = await client.query("select current_database() as name, to_regclass('app.migrations') as game")
    if (rows[0].game === null)
      throw new Refused(`DATABASE_URL takes the database of a game; there is none in ${rows[0].name}`)
  } finally {
    client.end().catch(() => undefined)
  }
}
