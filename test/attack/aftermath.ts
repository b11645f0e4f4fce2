import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Attack, type Check, milliseconds } from './attack.ts'
import type { Game } from './game.ts'

const root = new URL('../../', import.meta.url)

/** Runs `npm run projections -- verify` on the stores of the running game. */
async function verified(game: Game): Promise<Check> {
  const { PATH, HOME, TMPDIR } = process.env
  const child = spawn(process.execPath, [fileURLToPath(new URL('scripts/projections.ts', root)), 'verify'], {
    cwd: fileURLToPath(root),
    env: { PATH, HOME, TMPDIR, DATA_DIR: game.dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => (printed += bytes))
  const [code] = (await once(child, 'exit')) as [number | null]
  return {
    holds: 'every read model is as a fold from zero (npm run projections -- verify)',
    seen: code === 0 ? 'no difference' : `exit code ${code}`,
    ok: code === 0,
    ...(code === 0 ? {} : { details: printed.trim().split('\n').slice(0, 40) }),
  }
}

/** The memory limit of a node according to `docs/operations.md`. */
function promisedMb(): number {
  const operations = readFileSync(new URL('docs/operations.md', root), 'utf8')
  return Number(/One node wants one core and ([\d,.]+) MB/.exec(operations)?.[1] ?? Number.NaN)
}

function memory(game: Game): Check {
  const { now, most } = game.memoryMb()
  const promised = promisedMb()
  return {
    holds: `a node keeps within ${promised} MB (docs/operations.md)`,
    seen: Number.isNaN(now) ? 'not told on this system' : `${Math.round(now)} MB now, ${Math.round(most)} MB at most`,
    ok: Number.isNaN(now) || now <= promised,
  }
}

export const aftermath: Attack = {
  name: 'afterwards',
  does: 'looks at what is left of the game: its answers, its memory, its read models',
  async run(game) {
    const began = performance.now()
    const ready = await game.send({ path: '/readyz' })
    // Earlier players may have been deleted by the administrators of the fuzz, which is allowed.
    const somebody = await game.newPlayer('somebody_after')
    const { status } = await somebody.send('GET', '/api/user')
    const faults = game
      .output()
      .split('\n')
      .filter((line) => /request failed|unhandled rejection|"level":(50|60)/.test(line))
    return [
      {
        holds: 'the game is ready, and answers somebody new',
        seen: `/readyz ${ready.status}, /api/user ${status} after ${milliseconds(performance.now() - began)}`,
        ok: ready.status === 200 && status === 200,
      },
      {
        holds: 'no fault of its own in its log',
        seen: `${faults.length} lines`,
        ok: faults.length === 0,
        details: faults.slice(0, 20).map((line) => line.slice(0, 1_000)),
      },
      memory(game),
      await verified(game),
    ]
  },
}
