import type { Attack } from './attack.ts'
import type { Game } from './game.ts'

const LENGTH = 15_500
const TIMES = 25
/** Maximum cost of a path relative to one of letters; a quadratic one costs a hundred times as much. */
const FACTOR = 3
const MORE_MS = 5

const shapes: Readonly<Record<string, string>> = {
  'dots and a slash': `/${'.'.repeat(LENGTH)}/`,
  dots: `/${'.'.repeat(LENGTH)}`,
  slashes: `${'/'.repeat(LENGTH)}x`,
  'dots and slashes': `/${'./'.repeat(LENGTH / 2)}`,
  'encoded dots': `/${'%2e'.repeat(LENGTH / 3)}/`,
  'dots below /api': `/api/${'.'.repeat(LENGTH)}/`,
  'dots below /assets': `/assets/${'.'.repeat(LENGTH)}/`,
}

/** Milliseconds of the fastest response, which excludes other load on the machine. */
async function cost(game: Game, path: string): Promise<number> {
  const times: number[] = []
  for (let n = 0; n < TIMES; n++)
    times.push((await game.send({ path, headers: { 'x-forwarded-for': game.newAddress() } })).ms)
  return Math.min(...times)
}

export const paths: Attack = {
  name: 'paths',
  does: `paths of ${LENGTH.toLocaleString('en')} characters that patterns stumble over, without a session`,
  async run(game) {
    const ofLetters = `/${'a'.repeat(LENGTH)}/`
    const letters = Math.min(await cost(game, ofLetters), await cost(game, ofLetters))
    const checks = []
    for (const [name, path] of Object.entries(shapes)) {
      const ms = await cost(game, path)
      checks.push({
        holds: `${name}: about the cost of letters (${FACTOR} times and ${MORE_MS} ms at most)`,
        seen: `${ms.toFixed(1)} ms, letters ${letters.toFixed(1)} ms`,
        ok: ms <= FACTOR * letters + MORE_MS,
      })
    }
    return checks
  },
}
