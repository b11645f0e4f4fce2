export type Random = ReturnType<typeof createRandom>

/**
 * A seeded random number generator: mulberry32, seeded with FNV-1a of the text. The same seed always yields the same numbers. Not for secrets.
 */
export function createRandom(seed: string) {
  let state = 2_166_136_261
  // Not `for (const char of seed)`, which takes most of the time of a generator with few numbers.
  for (let index = 0; index < seed.length; index++) {
    const point = seed.codePointAt(index)!
    if (point > 0xffff) index++
    state = Math.imul(state ^ point, 16_777_619)
  }

  function next(): number {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  return {
    /** From 0 to below 1. */
    next,
    /** A whole number from 0 to below `bound`. */
    below: (bound: number): number => Math.floor(next() * bound),
    /** A sample of the standard normal distribution. */
    normal: (): number => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
    /** A sample of the Poisson distribution with this mean. */
    poisson(mean: number): number {
      const limit = Math.exp(-mean)
      let count = 0
      for (let product = next(); product > limit; product *= next()) count++
      return count
    },
  }
}
