import type { ProjectionGroup } from '../../src/slice/group.ts'
import type { EngineStatus, LongRun, ProjectionStatus } from '../../src/slice/projection-status.ts'
import type { ProjectionEngine } from './engine.ts'
import { errorLine, isTransient } from './faults.ts'
import type { Verification } from './verify.ts'

export const usage = `npm run projections -- status          progress of every projection and reactor, and the events that paused one
npm run projections -- build           builds the tables of this version before its first start, beside a running server of another one
npm run projections -- rebuild NAME    rebuilds the group's tables from the log and switches to them
npm run projections -- verify [NAME]   rebuilds them separately and compares every row; exit code 1 on a difference
npm run projections -- retry NAME      resumes at the event that paused it
npm run projections -- skip NAME       resumes after the event that paused it
npm run projections -- docs            writes docs/read-models.md

All of them work while the server runs.`

interface ProjectionsConsole {
  readonly engine: ProjectionEngine
  readonly groups: readonly ProjectionGroup[]
  print(line: string): void
  progress(run: LongRun): void
  /** Results of groups that an earlier attempt of the command has verified; true: no difference. */
  readonly verified: Map<string, boolean>
}

/** Commands, and whether a name follows: never, always or optionally. */
const COMMANDS = {
  status: 'none',
  build: 'none',
  rebuild: 'one',
  verify: 'maybe',
  retry: 'one',
  skip: 'one',
  docs: 'none',
} as const

/** Returns the fault of the arguments in one line; null when they are valid. */
export function wrongArguments([command = '', name, ...more]: readonly string[]): string | null {
  if (!Object.hasOwn(COMMANDS, command))
    return `npm run projections does not know ${command}; it takes ${Object.keys(COMMANDS).join(', ')}`
  const accepts = COMMANDS[command as keyof typeof COMMANDS]
  if (accepts === 'one' && name === undefined) return `npm run projections -- ${command} takes the name of one of them`
  const surplus = accepts === 'none' ? name : more[0]
  return surplus === undefined ? null : `npm run projections -- ${command} does not know ${surplus}`
}

/** Runs one command and returns its exit code. Throws transient errors, so that the caller can try again, and those of a stopped engine. */
export async function runProjectionsCommand(args: readonly string[], using: ProjectionsConsole): Promise<number> {
  const { engine, print } = using
  const [command, name] = args
  const known: Record<string, () => Promise<number>> = {
    status: async () => {
      const status = await engine.status()
      for (const line of statusLines(status)) print(line)
      return 0
    },
    build: async () => {
      await engine.build(using.progress)
      print('The read models of this version are built')
      return 0
    },
    rebuild: async () => {
      await engine.rebuild(name!, using.progress)
      print(`${name}: rebuilt`)
      return 0
    },
    verify: async () => {
      for (const each of name === undefined ? using.groups.map((group) => group.name) : [name]) {
        if (using.verified.has(each)) continue
        for (const result of await engine.verify([each], using.progress)) {
          for (const line of verificationLines(result)) print(line)
          using.verified.set(each, result.same)
        }
      }
      return [...using.verified.values()].every(Boolean) ? 0 : 1
    },
    retry: () => resumed('retry', 'resumes at the event'),
    skip: () => resumed('skip', 'resumes after the event'),
  }
  async function resumed(verb: 'retry' | 'skip', done: string): Promise<number> {
    const names = (await engine.status()).projections.map((each) => each.name)
    if (!names.includes(name!)) throw new Error(`no projection is called ${name}; there are ${names.join(', ')}`)
    const was = await engine[verb](name!)
    print(was ? `${name}: ${done}` : `${name} is not paused`)
    return was ? 0 : 1
  }
  const wrong = wrongArguments(args)
  if (wrong !== null) {
    print(wrong)
    return 1
  }
  try {
    return await known[command!]!()
  } catch (error) {
    if (isTransient(error) || (error as Error).name === 'AbortError') throw error
    print(errorLine(error))
    return 1
  }
}

function statusLines({ projections, deadLetters }: EngineStatus): readonly string[] {
  const widest = Math.max(...projections.map(({ name }) => name.length))
  return [
    ...projections.map((each) => `${each.name.padEnd(widest)}  ${each.kind.padEnd(7)}  ${stateOf(each)}`),
    ...deadLetters.map(
      ({ name, eventType, stream, position, error }) =>
        `waits: ${name}, ${eventType} in ${stream} at ${position}: ${errorLine(error)}`,
    ),
  ]
}

function stateOf(each: ProjectionStatus): string {
  const facts = [
    each.paused ? `PAUSED: ${errorLine(each.paused.error)}` : each.behind ? 'behind' : 'up to date',
    `${each.events} events`,
  ]
  if (each.kind === 'group' && each.generation === null) facts[0] = 'not built yet'
  if (each.liveVersion !== null && each.version !== null && each.liveVersion !== each.version)
    facts.push(`version ${each.liveVersion} serves until version ${each.version} is built`)
  if (each.rebuilding) facts.push(`rebuilding, ${each.rebuilding.done} events so far`)
  if (each.rebuildError) facts.push(`last rebuild failed: ${each.rebuildError}`)
  return facts.join(', ')
}

function verificationLines({ name, tables, same, position }: Verification): readonly string[] {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  if (same)
    return [
      `${name}: ${rows} rows in ${tables.length} tables are the same as rebuilt from the log (position ${position ?? 'none'})`,
    ]
  return tables
    .filter((table) => table.differences > 0)
    .flatMap((table) => [
      `${name}.${table.table}: ${table.differences} rows differ from the log`,
      ...table.samples.map(({ side, row }) => `  ${side}: ${row}`),
    ])
}
