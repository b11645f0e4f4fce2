import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { buildUi } from '../../scripts/support/prepare.mjs'
import { attacksOf, runAttacks, tableOf } from './run.ts'

/**
 * `npm run attack [-- --seed N] [name…]`: attacks a game that it starts on 127.0.0.1 and removes again, and says what held. The same
 * seed makes up the same requests. Exit code 1 where something did not hold.
 */
const { values, positionals: wanted } = parseArgs({ allowPositionals: true, options: { seed: { type: 'string' } } })
const seed = values.seed ?? String(randomInt(1e9))
const rounds = attacksOf(seed)
const names = rounds.flat().map(({ name }) => name)
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
