import { once } from 'node:events'
import { createReadStream, createWriteStream, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { createProjectionEngine } from '../../projections/engine/engine.ts'
import { playGroup } from '../../projections/play/projector.ts'
import type { Database } from '../../src/database/database.ts'
import { createPostgresLog } from '../../src/event-log/postgres/postgres-log.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { testDatabase } from '../support/postgres.ts'
import { listLogger, until } from '../support/projections.ts'
import { type Bench, runSql, timed } from './bench.ts'

const players = { real: 2_632, small: 3 }
const gameweeks = 38

/**
 * The group `play` rebuilt from a million events, compared with COPY of the same rows into a table without an index.
 */
export const rebuild: Bench = {
  name: 'rebuild',
  what: 'rebuild of 1,000,000 events, against COPY of the same rows into an unindexed table',
  budget: { atMost: 2.5 },
  async run(size) {
    const database = await testDatabase()
    const log = createPostgresLog({ database, prefix: 'bench', timeoutMs: 60_000 })
    try {
      await log.head()
      await runSql(database, ...seasonOfEvents(players[size]))
      const engine = createProjectionEngine({
        database,
        log,
        groups: [playGroup],
        reactors: [],
        onChanges: () => undefined,
        logger: listLogger(),
        clock: systemClock,
      })
      await engine.start()
      await until('the first build', () => engine.caughtUp(), 600_000)
      await runSql(database, 'vacuum analyze', 'checkpoint')
      const before = await copyAgain(database)
      await runSql(database, 'checkpoint')
      const memory = watchMemory()
      const ours = await timed(() => engine.rebuild('play'))
      const grown = memory.stop()
      await engine.stop()
      await runSql(database, 'drop table copied', 'checkpoint')
      const after = await copyAgain(database)
      return { unit: 'ms', ours, base: (before + after) / 2, note: `memory grew by ${grown} MB at most` }
    } finally {
      await log.close()
      await database.drop()
    }
  },
}

/**
 * A season in the order of play: for each gameweek every player's ten picks, then ten results and the settlement.
 * Written directly to the log's table, as appending has its own bench.
 */
export const seasonOfEvents = (players: number): readonly string[] => [
  `create temporary table fixture as
     select row_number() over (order by gw, n)::int as id, gw, n from generate_series(1, ${gameweeks}) gw, generate_series(1, 10) n`,
  `insert into log.events (log, position, stream, revision, id, type, data, metadata, recorded_at)
   select l.id, row_number() over (order by part, gw, step, user_id, n), stream, revision, gen_random_uuid(), type, data,
     json_build_object('$correlationId', gen_random_uuid(), '$causationId', gen_random_uuid(), 'actor', user_id, 'version', 1,
       'source', 'command', 'at', at), now()
   from log.logs l, (
     select 0 as part, 0 as gw, 0 as step, 0 as user_id, 0 as n, 'season-2024-25' as stream, 0 as revision, 'SeasonOpened' as type,
       json_build_object('season', '2024-25', 'name', '2024-25', 'anchor', null) as data, '2024-07-01T00:00:00.000Z' as at
     union all
     select 1, 0, 0, 0, id, 'fixture-' || id, 0, 'FixtureScheduled', json_build_object('fixtureId', id, 'season', '2024-25', 'gameweek', gw,
       'homeTeamId', n, 'awayTeamId', n + 10, 'kickoff', to_char(timestamp '2024-08-17 14:00' + gw * interval '7 days', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
       '2024-07-01T00:00:00.000Z'
     from fixture
     union all
     select 2, gw, 0, u, n, 'prediction-' || u || '-' || f.id, 0, 'PredictionSubmitted', json_build_object('predictionId', (f.id - 1) * ${players} + u,
       'userId', u, 'fixtureId', f.id, 'pick', json_build_object(
         'result', case when h > a then 'home' when h < a then 'away' else 'draw' end, 'score', json_build_object('home', h, 'away', a)),
       'revision', 1, 'entry', encode(sha256(convert_to(u || '/' || f.id, 'UTF8')), 'hex')),
       to_char(timestamp '2024-08-16 14:00' + gw * interval '7 days', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
     from fixture f, generate_series(1, ${players}) u, lateral (select (u * 7 + f.id * 3) % 4 as h, (u * 5 + f.id) % 3 as a) pick
     union all
     select 2, gw, 1, 0, n, 'fixture-' || id, 1, 'MatchFinished', json_build_object('fixtureId', id, 'homeScore', id % 4, 'awayScore', id % 3,
       'byHand', false, 'reason', null), to_char(timestamp '2024-08-17 16:00' + gw * interval '7 days', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
     from fixture
     union all
     select 2, gw, 2, 0, 0, 'gameweek-2024-25-' || gw, 0, 'GameweekSettled', json_build_object('season', '2024-25', 'gameweek', gw,
       'fixtureIds', (select json_agg(id) from fixture f where f.gw = g.gw)), '2024-08-01T00:00:00.000Z'
     from generate_series(1, ${gameweeks}) as g (gw)
   ) as event
   where l.prefix = 'bench'`,
  `update log.logs l set position = (select max(position) from log.events e where e.log = l.id)`,
  'drop table fixture',
  'analyze log.events',
]

/** Milliseconds of COPY of all events into a table without an index, streamed by a client that loads a dump. */
async function copyAgain(database: Database): Promise<number> {
  const file = join(tmpdir(), `plp-bench-${process.pid}.copy`)
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    await pipeline(client.query(copyTo('copy log.events to stdout')), createWriteStream(file))
    await client.query('create table copied as select * from log.events limit 0')
    return await timed(async () => {
      const into = client.query(copyFrom('copy copied from stdin'))
      createReadStream(file, { highWaterMark: 1 << 20 }).pipe(into)
      await once(into, 'finish')
    })
  } finally {
    await client.end()
    rmSync(file, { force: true })
  }
}

/** The largest growth of the process in megabytes. */
export function watchMemory() {
  globalThis.gc?.()
  const before = process.memoryUsage().rss
  let most = before
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss)
  }, 100)
  return {
    stop() {
      clearInterval(timer)
      return Math.round((most - before) / 2 ** 20)
    },
  }
}
