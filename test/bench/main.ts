import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../../src/database/embedded/embedded-postgres.ts'
import { analytics } from './analytics.ts'
import { append } from './append.ts'
import { appendEventStore } from './append-event-store.ts'
import type { Bench, Measure } from './bench.ts'
import { board } from './board.ts'
import { feed } from './feed.ts'
import { leagueCold, leagueWarm } from './league.ts'
import { gameweek, pick } from './picks.ts'
import { rank } from './rank.ts'
import { rebuild } from './rebuild.ts'
import { retroactive } from './retroactive.ts'
import { settle } from './settle.ts'
import { users } from './users.ts'

/**
 * `npm run bench [-- name…]`: the budgets as ratios, measured in one run on one server: an embedded PostgreSQL as the
 * game runs it, or the server `BENCH_DATABASE_URL` names; on EventStoreDB where `TEST_EVENTSTORE_URL` names one. Exit code 1 when a budget is missed.
 */
const eventStore = process.env.TEST_EVENTSTORE_URL
const onEventStore = eventStore ? [appendEventStore(eventStore)] : []
const benches: readonly Bench[] = [
  append,
  ...onEventStore,
  pick,
  gameweek,
  settle,
  rebuild,
  rank,
  board,
  leagueWarm,
  leagueCold,
  retroactive,
  feed,
  users,
  analytics,
]

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !benches.some((bench) => bench.name === name))
if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(', ')}; there are ${benches.map(({ name }) => name).join(', ')}`)
  process.exit(1)
}

const folder = mkdtempSync(join(tmpdir(), 'plp-bench-'))
const quiet = { info: () => undefined, warn: () => undefined, error: console.error }
const given = process.env.BENCH_DATABASE_URL
const server = given ? null : await startEmbeddedPostgres({ dataDir: folder, logger: quiet })
process.env.TEST_DATABASE_URL = given ?? server!.url
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void leave().then(() => process.exit(1)))
let missed = 0
try {
  const gigabytes = (totalmem() / 2 ** 30).toFixed(0)
  console.log(
    `${cpus().length} × ${cpus()[0]?.model.trim()}, ${gigabytes} GB, Node ${process.versions.node}, ${new Date().toISOString()}\n`,
  )
  console.log('| bench | ours | base | ratio | budget | |\n|---|---|---|---|---|---|')
  for (const bench of benches) {
    if (wanted.length > 0 && !wanted.includes(bench.name)) continue
    if (!report(bench, await bench.run())) missed += 1
  }
} finally {
  await leave()
}
process.exit(missed > 0 ? 1 : 0)

/** Leaves no server and no file behind, also when it is interrupted. */
async function leave(): Promise<void> {
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** One row of the table; true when the budget holds. */
function report(bench: Bench, { ours, base, unit, note }: Measure): boolean {
  const ratio = ours / base
  const { budget } = bench
  const holds = 'atMost' in budget ? ratio <= budget.atMost : ratio >= budget.atLeast
  const text = 'atMost' in budget ? `≤ ${budget.atMost}` : `≥ ${budget.atLeast}`
  const show = (value: number) => `${value.toLocaleString('en', { maximumSignificantDigits: 3 })} ${unit}`
  const remarks = [holds ? 'holds' : 'missed', ...(note ? [note] : [])].join('; ')
  console.log(`| ${bench.what} | ${show(ours)} | ${show(base)} | ${ratio.toFixed(2)} | ${text} | ${remarks} |`)
  return holds
}
