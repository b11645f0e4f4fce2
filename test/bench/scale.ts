import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { accountDecider } from '../../src/areas/accounts/account-decider.ts'
import { accountStream, userIds } from '../../src/areas/accounts/events.ts'
import { fixtureDecider } from '../../src/areas/fixtures/fixture-decider.ts'
import { fixtureStreams } from '../../src/areas/fixtures/queries.ts'
import { PREDICTIONS } from '../../src/areas/predictions/area.ts'
import { createContainer } from '../../src/container.ts'
import { openPersonalData } from '../../src/event-log/personal-data.ts'
import { createPostgresLog } from '../../src/event-log/postgres/postgres-log.ts'
import { TYPES } from '../../src/identifiers.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import type { CommandContext } from '../../src/kernel/command-handler.ts'
import type { Position } from '../../src/kernel/event.ts'
import { presentStore } from '../support/app.ts'
import { type Bench, runSql, timed } from './bench.ts'
import { cookieOfPlayer, createCaller, FIRST_PLAYER, startGameOn } from './game.ts'
import { type OpenMatch, postgresCpu } from './http.ts'

/** Number of commands in one call of the log. */
const CHUNK = 2_000
/** Signed-in readers of the board, and the pause between two reads of a caller. */
const [READERS, CALLERS, PAUSE_MS] = [1_000, 4, 10]
const sizes = {
  real: { players: Number(process.env.SCALE_PLAYERS ?? 1_000_000), restMs: 20_000 },
  small: { players: 40, restMs: 300 },
}

/**
 * Players and their picks of one match, all appended as events. The match is settled while others read the board.
 * Prints the table of docs/scale.md.
 */
export const scale: Bench = {
  name: 'scale',
  what: 'the board of 1,000,000 players (SCALE_PLAYERS) while a match with a pick of each settles, against the board at rest, p99',
  budget: { atMost: 3 },
  onlyByName: true,
  async run(size) {
    const { players, restMs } = sizes[size]
    const note = (name: string, value: string) => {
      if (size === 'real') console.log(`| ${name} | ${value} |`)
    }
    note('players', players.toLocaleString('en'))
    const store = await presentStore()
    const { database, prefix, masterKey } = store
    const rawLog = createPostgresLog({ database, prefix, timeoutMs: 60_000 })
    const personal = await openPersonalData({ database, masterKey })
    const logger = pino({ level: 'error' })
    const container = createContainer({
      database,
      rawLog,
      personal,
      clock: systemClock,
      logger,
      onChanges: () => undefined,
    })
    const [handler, ids, engine] = [container.get(TYPES.Handler), container.get(TYPES.Ids), container.get(TYPES.Engine)]
    const predictions = container.get(PREDICTIONS.Predictions)
    let game = await startGameOn(store)
    const postgres = await postgresCpu(game.databaseUrl)
    /** Time of a step, and the processor time that this process, the node and PostgreSQL used during it. */
    async function measured(work: () => Promise<unknown>): Promise<string> {
      const usage = async () => [process.cpuUsage().user / 1_000, await game.cpu(), postgres()]
      const before = await usage()
      const ms = await timed(work)
      const used = (await usage()).map((cpu, index) => seconds(cpu - before[index]!))
      return `${seconds(ms)}; CPU: callers ${used[0]}, node ${used[1]}, PostgreSQL ${used[2]}`
    }

    /** Bytes of the tables of each schema that grow with players and picks, indexes included. */
    async function bytes(): Promise<Map<string, number>> {
      const { rows: found } = await database.pool.query<{ name: string; size: string }>(
        `select n.nspname || '.' || c.relname as name, pg_total_relation_size(c.oid) as size
         from pg_class c join pg_namespace n on n.oid = c.relnamespace
         where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema')`,
      )
      return new Map(found.map((each) => [each.name, Number(each.size)]))
    }
    async function grown(before: Map<string, number>, by = players): Promise<string> {
      const after = await bytes()
      const each = [...after].map(([name, size]) => [name, (size - (before.get(name) ?? 0)) / by] as const)
      const large = each.filter(([, size]) => size >= 8).sort(([, a], [, b]) => b - a)
      const sum = each.reduce((total, [, size]) => total + size, 0)
      return `${Math.round(sum)} bytes each: ${large.map(([name, size]) => `${name} ${Math.round(size)}`).join(', ')}`
    }
    async function caughtUp(): Promise<void> {
      for (;;) {
        const { projections } = await engine.status()
        const paused = projections.find((each) => each.paused)
        if (paused) throw new Error(`${paused.name} is paused`)
        if (projections.every(({ behind }) => !behind)) return
        await sleep(250)
      }
    }
    async function passed(name: string, position: Position): Promise<void> {
      for (;;) {
        const { checkpoint } = (await engine.status()).projections.find((each) => each.name === name)!
        if (checkpoint !== null && rawLog.compare(checkpoint, position) >= 0) return
        await sleep(50)
      }
    }
    const contextOf = (actor: number | null, at = new Date().toISOString()): CommandContext => ({
      ...{ actor, at, correlationId: 'scale', causationId: 'scale', source: 'simulation' },
    })
    async function inChunks(count: number, work: (ids: readonly number[]) => Promise<unknown>): Promise<void> {
      for (let from = 0; from < count; from += CHUNK)
        await work(Array.from({ length: Math.min(CHUNK, count - from) }, (_, n) => FIRST_PLAYER + from + n))
    }

    try {
      await caughtUp()
      const empty = await bytes()
      await ids.raiseAbove(userIds, FIRST_PLAYER + players)
      const registering = await measured(() =>
        inChunks(players, (numbers) =>
          handler.handleMany(
            accountDecider,
            numbers.map((userId) => ({
              stream: accountStream(personal.hmac('username', `player${userId}`)),
              command: { type: 'register', userId, username: `player${userId}`, role: 'user' } as const,
              context: contextOf(userId),
              fresh: true,
            })),
          ),
        ),
      )
      note('registering', registering)
      note('read models, reactors caught up after', await measured(caughtUp))
      const all = `generate_series(${FIRST_PLAYER}, ${FIRST_PLAYER + players - 1}) n`
      await runSql(
        database,
        `insert into app.credentials (user_id, account_key, password_hash, role, created_at)
         select n, 'player' || n, 'one hash for all', 'user', now() from ${all}`,
        `insert into app.sessions (token_hash, user_id, created_at, seen_at, expires_at)
         select sha256(lpad(n::text, 43, 'p')::bytea), n, now(), now(), now() + interval '1 day' from ${all} limit ${READERS}`,
        'vacuum analyze',
      )
      note('bytes of a player', await grown(empty))

      const reader = (nth: number) => cookieOfPlayer(FIRST_PLAYER + (nth % Math.min(READERS, players)))
      const answer = await fetch(`${game.url}/api/fixtures`, { headers: { cookie: reader(0) } })
      const [first, second] = ((await answer.json()) as OpenMatch[]).filter(({ isOpen }) => isOpen)
      const pick = (fixtureId: number, count: number) =>
        inChunks(count, (numbers) =>
          predictions.saveMany(
            numbers.map((userId) => {
              const [home, away] = [(userId * 7) % 4, (userId * 5) % 3]
              const result = home > away ? 'home' : home < away ? 'away' : 'draw'
              return { userId, fixtureId, pick: { result, score: { home, away } }, context: contextOf(userId) }
            }),
          ),
        )
      const before = await bytes()
      const fixtureId = first!.id
      const picking = await measured(() => pick(fixtureId, players))
      note('picking one match', picking)
      note('caught up after', await measured(caughtUp))
      await runSql(database, 'vacuum analyze', 'checkpoint')
      note('bytes of a first pick, with its badge and the rows of a season', await grown(before))
      const others = await bytes()
      await pick(second!.id, Math.ceil(players / 10))
      await caughtUp()
      await runSql(database, 'vacuum analyze', 'checkpoint')
      note('bytes of a further pick', await grown(others, Math.ceil(players / 10)))

      const { rows: parts } = await database.pool.query<{ part: string; size: number }>(
        `select 'row' as part, round(avg(pg_column_size(e.*)))::int as size from log.events e where type = 'PredictionSubmitted'
         union all
         select i.relname, (pg_relation_size(i.oid) / (select count(*) from log.events))::int
         from pg_index x join pg_class i on i.oid = x.indexrelid where x.indrelid = 'log.events'::regclass`,
      )
      note('bytes of an event of the log', parts.map(({ part, size }) => `${part} ${size}`).join(', '))

      const caller = createCaller(game.url, CALLERS)
      const read = async (isOver: () => boolean): Promise<number[]> => {
        const times: number[] = []
        const one = async () => {
          while (!isOver()) {
            times.push(
              await timed(() => caller.call({ path: '/api/leaderboard?limit=50', cookie: reader(times.length) })),
            )
            await sleep(PAUSE_MS)
          }
        }
        await Promise.all(Array.from({ length: CALLERS }, one))
        return times
      }
      const rest = await read(after(restMs))
      note('board at rest, p50 and p99', percentiles(rest))
      const [[, stream]] = [...(await fixtureStreams(database.db, [fixtureId]))] as [[number, string]]
      let isSettled = false
      const settling = (async () => {
        const at = new Date().toISOString()
        const command = { type: 'enter-result', at, homeScore: 2, awayScore: 1, reason: 'scale' } as const
        const began = performance.now()
        const handled = await handler.handle(fixtureDecider, stream, command, contextOf(null, at))
        if (!handled.ok || handled.position === null) throw new Error('the result was refused')
        const { position } = handled
        await passed('play', position)
        note('points of a result on the board after', seconds(performance.now() - began))
        await caughtUp()
        note('badges and notifications of it after', seconds(performance.now() - began))
        isSettled = true
      })()
      const busy = await read(() => isSettled)
      await settling
      note('board while it settles, p50 and p99', percentiles(busy))
      caller.close()
      note('memory of the node, at most', `${Math.round(await game.memory())} MB`)
      await game.stop()
      await runSql(database, 'vacuum analyze', 'checkpoint')
      const starting = performance.now()
      game = await startGameOn(store)
      while (!(await fetch(`${game.url}/readyz`)).ok) await sleep(50)
      note('start until ready', seconds(performance.now() - starting))
      note('rebuild of play', await measured(() => engine.rebuild('play')))
      note('verify, all groups', await measured(() => engine.verify()))
      const { rows: total } = await database.pool.query<{ size: string; events: string }>(
        'select pg_database_size(current_database()) as size, (select max(position) from log.logs) as events',
      )
      note('events', Number(total[0]!.events).toLocaleString('en'))
      note('database', `${Math.round(Number(total[0]!.size) / 2 ** 20).toLocaleString('en')} MB`)
      return { unit: 'ms', ours: percentile(busy, 0.99), base: percentile(rest, 0.99) }
    } finally {
      await game.stop()
      await engine.stop()
      await rawLog.close()
      await database.drop()
    }
  },
}

const seconds = (ms: number) => `${(ms / 1_000).toLocaleString('en', { maximumSignificantDigits: 3 })} s`

function after(ms: number): () => boolean {
  const end = performance.now() + ms
  return () => performance.now() > end
}

const percentile = (times: readonly number[], part: number): number =>
  [...times].sort((a, b) => a - b)[Math.floor((times.length - 1) * part)]!

const percentiles = (times: readonly number[]): string =>
  `${percentile(times, 0.5).toFixed(1)} and ${percentile(times, 0.99).toFixed(1)} ms of ${times.length} reads`
