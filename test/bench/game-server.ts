import { pino } from 'pino'
import { openDatabase } from '../../src/database/database.ts'
import { openPersonalData } from '../../src/event-log/personal-data.ts'
import { createPostgresLog } from '../../src/event-log/postgres/postgres-log.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { startNode } from '../../src/node.ts'
import { readSettings } from '../../src/settings.ts'
import { runSql } from './bench.ts'
import type { GameOrder } from './game.ts'

/**
 * The whole game in its own process, on the store and with the board of the order that is its argument. Sends its
 * address. Replies to every message with its resource usage, and ends with its parent.
 */
const order = JSON.parse(process.argv[2]!) as GameOrder
const { players, firstPlayer, databaseUrl, masterKey, prefix, admin } = order
const database = openDatabase(databaseUrl)
const read = readSettings({ PORT: '0', ADMIN_USERNAME: admin.username, ADMIN_PASSWORD: admin.password })
if (!read.ok) throw new Error(read.problem)
const personal = await openPersonalData({ database, masterKey: Buffer.from(masterKey, 'base64') })
const rawLog = createPostgresLog({ database, prefix })
const node = await startNode({
  settings: { ...read.settings, port: 0, databaseUrl: database.url },
  stores: { database, rawLog, personal, embeddedUrl: null, close: async () => undefined },
  clock: systemClock,
  logger: pino({ level: 'error' }),
  uiDirectory: '/nonexistent',
  limits: { perAddress: 1_000_000_000, perUser: 1_000_000_000 },
  timesAllowed: 1_000_000,
})
if (players > 0) await insertBoard()
process.on('message', () => process.send!(process.resourceUsage()))
process.send!({ url: node.url })
process.once('disconnect', async () => {
  await node.stop()
  await rawLog.close()
  await database.close()
  process.exit(0)
})

/** Inserts the players of the board directly into the tables, without events. */
async function insertBoard(): Promise<void> {
  const ids = `generate_series(${firstPlayer}, ${players + firstPlayer - 1}) n`
  const schemaOf = async (view: string): Promise<string> => {
    const { rows } = await database.pool.query<{ schema: string }>(
      `select distinct table_schema as schema from information_schema.view_table_usage where view_schema = 'read' and view_name = $1`,
      [view],
    )
    return rows[0]!.schema
  }
  const [play, people] = [await schemaOf('totals'), await schemaOf('people')]
  const administration = await schemaOf('user_counts')
  await runSql(
    database,
    `insert into ${people}.people (id, username, username_key, role, registered_at)
     select n, 'player' || n, 'player' || n, 'user', now() - n * interval '1 s'
     from ${ids}`,
    `insert into app.credentials (user_id, account_key, password_hash, role, created_at) select n, 'player' || n, '', 'user', now() from ${ids}`,
    // The tokens that `cookieOfPlayer` uses.
    `insert into app.sessions (token_hash, user_id, created_at, seen_at, expires_at)
     select sha256(lpad(n::text, 43, 'p')::bytea), n, now(), now(), now() + interval '1 day' from ${ids}`,
    `insert into ${administration}.user_counts (users) values (${players})
     on conflict (one) do update set users = user_counts.users + excluded.users`,
    `insert into ${play}.totals (season, user_id, points, exact, correct, settled, predictions)
     select 'demo', n, 5 * ((n * 7919::bigint % 97) + (n * 104729::bigint % 89)), n % 30, n % 200, 250, 250 + n % 130 from ${ids}`,
    `insert into ${play}.histograms select season, 0, points, count(*) from ${play}.totals group by season, points`,
    'vacuum analyze',
  )
}
