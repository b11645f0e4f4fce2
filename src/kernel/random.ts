/** A seeded source of numbers: the same seed always gives the same ones. Not for secrets. */
export interface Random {
  /** From 0 to below 1. */
  next(): number
  /** A whole number from 0 to below `bound`. */
  below(bound: number): number
  /** A number of the standard normal distribution. */
  normal(): number
  /** How often something with this mean happens (Poisson). */
  poisson(mean: number): number
}

/** FNV-1a over the seed's text, then mulberry32. */
export function createRandom(seed: string): Random {
  let state = 2_166_136_261
  for (const char of seed) state = Math.imul(state ^ char.codePointAt(0)!, 16_777_619)

  function next(): number {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  return {
    next,
    below: (bound) => Math.floor(next() * bound),
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
    poisson(mean) {
      const limit = Math.exp(-mean)
      let count = 0
      for (let product = next(); product > limit; product *= next()) count++
      return count
    },
  }
}
