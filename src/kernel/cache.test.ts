import { expect, test } from 'vitest'
import { BodyBeside, createCache, SerialisedBody } from './cache.ts'

/** Computations that end when the test resolves them. */
function computing() {
  const running: PromiseWithResolvers<string>[] = []
  return {
    running,
    compute: () => {
      const one = Promise.withResolvers<string>()
      running.push(one)
      return one.promise
    },
  }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

test('an answer is computed once for a version and cached until the next', async () => {
  const cache = createCache<number>({ max: 10 })
  let computed = 0
  const get = (version: string, key = 'a') => cache.get(key, version, async () => ++computed)
  expect(await Promise.all([get('1'), get('1')])).toEqual([1, 1])
  expect([await get('1'), await get('2'), await get('2'), await get('2', 'b')]).toEqual([1, 2, 2, 3])
})

test('a thousand concurrent readers share one computation; other keys have their own', async () => {
  const cache = createCache<string>({ max: 10 })
  const { running, compute } = computing()
  const answers = Array.from({ length: 1_000 }, () => cache.get('a', '1', compute))
  const other = cache.get('b', '1', compute)
  expect(running).toHaveLength(2)
  running[0]!.resolve('one')
  running[1]!.resolve('two')
  expect(new Set(await Promise.all(answers))).toEqual(new Set(['one']))
  expect(await other).toBe('two')
})

test('readers of another version during a computation share the one that starts after it', async () => {
  const cache = createCache<string>({ max: 10 })
  const { running, compute } = computing()
  const first = cache.get('a', '1', compute)
  const later = ['2', '3', '3'].map((version) => cache.get('a', version, compute))
  await turn()
  expect(running).toHaveLength(1)
  running[0]!.resolve('old')
  expect(await first).toBe('old')
  await turn()
  expect(running).toHaveLength(2)
  // The active computation started after version 3 was requested, so its answer is valid for it.
  const same = cache.get('a', '3', compute)
  running[1]!.resolve('new')
  expect(await Promise.all([...later, same])).toEqual(['new', 'new', 'new', 'new'])
  expect(await cache.get('a', '3', compute)).toBe('new')
  expect(running).toHaveLength(2)
})

test('no answer computed before a write is returned after it', async () => {
  const cache = createCache<string>({ max: 10 })
  const { running, compute } = computing()
  const before = cache.get('a', '1', compute)
  const after = cache.get('a', '2', async () => 'new')
  running[0]!.resolve('old')
  expect([await before, await after, await cache.get('a', '2', compute)]).toEqual(['old', 'new', 'new'])
  // A request that has read the version before the write computes separately, without effect on later requests.
  expect(await cache.get('a', '1', async () => 'late')).toBe('late')
  expect(await cache.get('a', '2', async () => 'newer')).toBe('newer')
})

test('a fault is not cached, and the next computation runs', async () => {
  const cache = createCache<string>({ max: 10 })
  const { running, compute } = computing()
  const [first, second] = [cache.get('a', '1', compute), cache.get('a', '2', compute)]
  running[0]!.reject(new Error('away'))
  await expect(first).rejects.toThrow('away')
  await turn()
  running[1]!.reject(new Error('still away'))
  await expect(second).rejects.toThrow('still away')
  await turn()
  expect(await cache.get('a', '2', async () => 'there')).toBe('there')
})

test('above the maximum the least recently used entry is evicted', async () => {
  const cache = createCache<number>({ max: 2 })
  let computed = 0
  const get = (key: string) => cache.get(key, '1', async () => ++computed)
  await get('a')
  await get('b')
  await get('a')
  await get('c')
  expect([await get('c'), await get('a'), await get('b')]).toEqual([3, 1, 4])
})

test('the lifetime of an answer counts from the start of its computation, and a running computation is shared', async () => {
  let time = 0
  const cache = createCache<string>({ max: 1, ttlMs: 5_000, now: () => time })
  const { running, compute } = computing()
  const ask = () => cache.get('a', '', compute)
  const first = ask()
  time = 6_000
  const late = ask()
  expect(running).toHaveLength(1)
  running[0]!.resolve('slow')
  expect(await Promise.all([first, late])).toEqual(['slow', 'slow'])

  const second = ask()
  running[1]!.resolve('quick')
  expect(await second).toBe('quick')
  time = 11_000
  expect(await ask()).toBe('quick')
  time = 11_001
  void ask()
  expect(running).toHaveLength(3)
})

test('a shared part beside own fields is the JSON of both, serialised and encoded once', () => {
  let serialised = 0
  const shared = new SerialisedBody({
    toJSON() {
      serialised++
      return ['“shared”', 1]
    },
  })
  const bodies = [1, 2].map((me) => new BodyBeside('entries', shared, { total: 2, me }))
  const texts = bodies.map(({ parts: [own, rest] }) => own + rest.toString())
  expect(texts.map((text) => JSON.parse(text))).toEqual([
    { total: 2, me: 1, entries: ['“shared”', 1] },
    { total: 2, me: 2, entries: ['“shared”', 1] },
  ])
  expect(texts).toEqual(texts.map((text) => JSON.stringify(JSON.parse(text))))
  expect(serialised).toBe(1)
  expect(bodies[0]!.parts[1]).toBe(bodies[1]!.parts[1])
})
