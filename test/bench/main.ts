import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../../src/database/embedded/embedded-postgres.ts'
import type { Bench, Measure } from './bench.ts'
import { benches } from './benches.ts'
import { stopPrograms } from './http.ts'

/**
 * `npm run bench [-- name…]`: measures the budgets as ratios in one run on one server. That is an embedded PostgreSQL
 * as in the game, or the server that `BENCH_DATABASE_URL` names. `TEST_EVENTSTORE_URL` adds EventStoreDB. Exit code 1
 * if a budget is missed.
 */
const wanted = process.argv.slice(2)
if (wanted.includes('--help') || wanted.includes('-h')) {
  console.log(`npm run bench [-- name…]   measures the budgets of docs/performance.md as ratios; exit code 1 when one is missed

BENCH_DATABASE_URL   a PostgreSQL server to use instead of an embedded one
TEST_EVENTSTORE_URL  an EventStoreDB for the bench of its appends

${benches.map(({ name, what }) => `  ${name.padEnd(20)}${what}`).join('\n')}`)
  process.exit(0)
}
const unknown = wanted.filter((name) => !benches.some((bench) => bench.name === name))
if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(', ')}; there are ${benches.map(({ name }) => name).join(', ')}`)
  process.exit(1)
}

const folder = mkdtempSync(join(tmpdir(), 'plp-bench-'))
const quiet = { info: () => undefined, warn: () => undefined, error: console.error }
const serverUrl = process.env.BENCH_DATABASE_URL
const server = serverUrl ? null : await startEmbeddedPostgres({ dataDir: folder, logger: quiet })
process.env.TEST_DATABASE_URL = serverUrl ?? server!.url
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void leave().then(() => process.exit(1)))
let missed = 0
try {
  const gigabytes = (totalmem() / 2 ** 30).toFixed(0)
  console.log(
    `${cpus().length} × ${cpus()[0]?.model.trim()}, ${gigabytes} GB, Node ${process.versions.node}, ${new Date().toISOString()}\n`,
  )
  console.log('| bench | ours | base | ratio | target | |\n|---|---|---|---|---|---|')
  for (const bench of benches) {
    if (wanted.length > 0 ? !wanted.includes(bench.name) : bench.onlyByName) continue
    if (!report(bench, await bench.run('real'))) missed += 1
  }
} finally {
  await leave()
}
process.exit(missed > 0 ? 1 : 0)

/** Removes the server and its files, also when interrupted. */
async function leave(): Promise<void> {
  await stopPrograms()
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** Prints one row of the table; true if the budget holds. Throws if a value is 0, which would meet any budget. */
function report(bench: Bench, { ours, base, unit, note }: Measure): boolean {
  if (!(ours > 0 && base > 0)) throw new Error(`${bench.name} measured nothing: ${ours} against ${base} ${unit}`)
  const ratio = ours / base
  const { budget } = bench
  const holds = 'atMost' in budget ? ratio <= budget.atMost : ratio >= budget.atLeast
  const text = 'atMost' in budget ? `≤ ${budget.atMost}` : `≥ ${budget.atLeast}`
  const show = (value: number) => `${value.toLocaleString('en', { maximumSignificantDigits: 3 })} ${unit}`
  const remarks = [holds ? 'holds' : 'missed', ...(note ? [note] : [])].join('; ')
  console.log(`| ${bench.what} | ${show(ours)} | ${show(base)} | ${ratio.toFixed(2)} | ${text} | ${remarks} |`)
  return holds
}
