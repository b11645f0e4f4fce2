import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { buildUi } from '../../scripts/support/prepare.mjs'
import { attacksOf, runAttacks, tableOf } from './run.ts'

const REQUESTS = 20_000

/**
 * `npm run attack [-- --seed N] [--requests N] [name…]`: attacks a game that it starts on 127.0.0.1 and removes again,
 * and reports the results. The same seed generates the same requests. Exit code 1 if a check failed.
 */
const { seed: given, requests, help, wanted } = readArguments()
const seed = given ?? String(randomInt(1e9))
const rounds = attacksOf(seed, requests)
const names = rounds.flat().map(({ name }) => name)
if (help) {
  console.log(`npm run attack [-- --seed N] [-- --requests N] [-- NAME…]

Attacks a game that it starts on 127.0.0.1 and removes again, and prints what held. Exit code 1 where something did not.

  --seed N      makes the same requests as an earlier run
  --requests N  makes up so many requests in the fuzz (default ${REQUESTS.toLocaleString('en')})
  NAME          some of the attacks: ${names.join(', ')}`)
  process.exit(0)
}
const unknown = wanted.filter((name) => !names.includes(name))
if (unknown.length > 0) {
  console.error(`There is no attack ${unknown.join(', ')}; there are: ${names.join(', ')}`)
  process.exit(1)
}
if (!buildUi(process.execPath)) {
  console.error('The UI does not build; nothing was started')
  process.exit(1)
}
const chosen = rounds
  .map((round) => round.filter(({ name }) => wanted.length === 0 || wanted.includes(name)))
  .filter((round) => round.length > 0)

const stopped = new AbortController()
for (const name of ['SIGINT', 'SIGTERM'] as const)
  process.once(name, () => stopped.abort(new Error(`stopped by ${name}`)))

const began = performance.now()
console.log(`Seed ${seed}\n`)
const rows = await runAttacks(chosen, (line) => console.log(line), stopped.signal).catch((error: Error) => {
  console.error(error.message)
  process.exit(1)
})
const failed = rows.filter(({ ok }) => !ok).length
console.log(`\n${tableOf(rows)}\n`)
console.log(
  `${rows.length - failed} hold, ${failed} do not; seed ${seed}, ${Math.round((performance.now() - began) / 1_000)} s`,
)
process.exit(failed > 0 ? 1 : 0)

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        seed: { type: 'string' },
        requests: { type: 'string', default: String(REQUESTS) },
        help: { type: 'boolean', short: 'h' },
      },
    })
    const requests = Number(values.requests)
    if (!Number.isInteger(requests) || requests < 0) throw new Error('--requests takes a whole number')
    return { ...values, requests, wanted: positionals }
  } catch (error) {
    console.error((error as Error).message)
    process.exit(1)
  }
}
