import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { perSecond } from './append.ts'
import { type Bench, type Measure, median, type Size } from './bench.ts'
import {
  type Call,
  cookieOfPlayer,
  createCaller,
  FIRST_PLAYER,
  type Program,
  signUp,
  startGame,
  startPlain,
} from './game.ts'

const callers = 64
/**
 * `accounts`: enough that no match is picked twice in all rounds. `seconds`: length of one turn. `settleMs`: projections finish shortly
 * after the last response; their cost is part of the turn.
 */
const sizes = {
  real: { players: 100_000, accounts: 96, rounds: 3, seconds: 2, settleMs: 500 },
  small: { players: 100, accounts: 4, rounds: 1, seconds: 0.1, settleMs: 20 },
}

export interface OpenMatch {
  readonly id: number
  readonly gameweek: number
  readonly isOpen: boolean
}

/** The input for calls: signed-in players, and the open matches by gameweek. */
export interface Material {
  readonly cookies: readonly string[]
  /** Cookie of a player of the board; another one for each call, starting over after the last. */
  readonly reader: () => string
  readonly weeks: readonly (readonly OpenMatch[])[]
}

/** Generates calls one after another. Both programs receive the same ones. */
export type Calls = (material: Material) => () => Call

/** A bench of one call over HTTP: the whole game and the plain program in turns, in requests per second. */
export const httpBench = (name: string, what: string, atLeast: number, calls: Calls): Bench => ({
  name,
  what: `${what}, ${callers} callers, against the plain program`,
  budget: { atLeast },
  run: (size) => againstPlain(calls, size),
})

/** Both programs on the same rows, with the same players. */
async function openPrograms({ players, accounts }: { readonly players: number; readonly accounts: number }) {
  const game = await startGame(players)
  const cookies: string[] = []
  for (let n = 0; n < accounts; n++) cookies.push(await signUp(game.url, `bench-${n}`))
  const answer = await fetch(`${game.url}/api/fixtures`, { headers: { cookie: cookies[0]! } })
  const open = ((await answer.json()) as OpenMatch[]).filter(({ isOpen }) => isOpen)
  const weeks = [...Map.groupBy(open, ({ gameweek }) => gameweek).values()].filter(({ length }) => length === 10)
  const plain = await startPlain(game)
  return { programs: [game, plain], material: { cookies, weeks }, postgres: await postgresCpu(game.databaseUrl) }
}

/** Opened by the first bench that needs them. */
let opened: ReturnType<typeof openPrograms> | undefined

/** Stops the programs that the benches over HTTP share. */
export async function stopPrograms(): Promise<void> {
  const { programs } = (await opened) ?? { programs: [] }
  opened = undefined
  for (const program of programs.toReversed()) await program.stop()
}

async function againstPlain(calls: Calls, size: Size): Promise<Measure> {
  const { rounds } = sizes[size]
  opened ??= openPrograms(sizes[size])
  const { programs, material, postgres } = await opened
  const both = programs.map((program) => ({
    program,
    caller: createCaller(program.url, callers),
    next: calls({ ...material, reader: readersOf(sizes[size].players) }),
    turns: [] as Turn[],
  }))
  for (let round = -1; round < rounds; round++)
    for (const { program, caller, next, turns } of both) {
      const turn = await turnOf(program, postgres, () => caller.call(next()), sizes[size])
      // The first round warms up.
      if (round >= 0) turns.push(turn)
    }
  for (const { caller } of both) caller.close()
  const [ours, base] = both.map(({ turns }) => ({
    rate: median(turns.map(({ rate }) => rate)),
    note: `${median(turns.map(({ node }) => node)).toFixed(2)} + ${median(turns.map((turn) => turn.postgres)).toFixed(2)}`,
  })) as [Summary, Summary]
  const note = `node + PostgreSQL, ms of CPU a request: ${ours.note} against ${base.note}`
  return { unit: 'requests/s', ours: ours.rate, base: base.rate, note }
}

function readersOf(players: number): () => string {
  let n = 0
  return () => cookieOfPlayer(FIRST_PLAYER + (n++ % players))
}

interface Summary {
  readonly rate: number
  readonly note: string
}

/** One program's results in one turn: requests per second, and milliseconds of processor time per request. */
interface Turn {
  readonly rate: number
  readonly node: number
  readonly postgres: number
}

async function turnOf(
  program: Program,
  postgres: () => number,
  work: () => Promise<void>,
  { seconds, settleMs }: (typeof sizes)[Size],
): Promise<Turn> {
  const before = { node: await program.cpu(), postgres: postgres() }
  const rate = await perSecond(callers, work, seconds)
  await sleep(settleMs)
  const requests = rate * seconds
  return {
    rate,
    node: ((await program.cpu()) - before.node) / requests,
    postgres: (postgres() - before.postgres) / requests,
  }
}

/**
 * Processor time that a PostgreSQL server on this machine has used so far, in milliseconds. NaN if its processes are
 * not visible, on another machine or a system other than Linux.
 */
export async function postgresCpu(url: string): Promise<() => number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const server = statusOf(String(rows[0]!.pid))?.parent
  await client.end()
  if (server === undefined || !statusOf(server)?.name.startsWith('postgres')) return () => Number.NaN
  return () =>
    readdirSync('/proc')
      .filter((pid) => /^\d+$/.test(pid))
      .map(statusOf)
      .filter((status) => status?.parent === server || status?.pid === server)
      .reduce((sum, status) => sum + status!.ms, 0)
}

/** A process in `/proc`, including its ended and awaited children; null if there is none. */
function statusOf(pid: string) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const [utime, stime, ...waited] = fields.slice(11, 15).map(Number)
    // Of its children, only those of the server are not counted individually. A tick is 10 ms.
    const ms = 10 * [utime!, stime!, ...waited].reduce((a, b) => a + b, 0)
    return { pid, parent: fields[1]!, name: stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')')), ms }
  } catch {
    return null
  }
}
