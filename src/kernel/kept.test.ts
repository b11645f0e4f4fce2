import { expect, test } from 'vitest'
import { createKept } from './kept.ts'

/** Computations that end when the test says so. */
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

test('an answer is computed once for a version and kept until the next', async () => {
  const kept = createKept<number>(10)
  let computed = 0
  const get = (version: string, name = 'a') => kept.get(name, version, async () => ++computed)
  expect(await Promise.all([get('1'), get('1')])).toEqual([1, 1])
  expect([await get('1'), await get('2'), await get('2'), await get('2', 'b')]).toEqual([1, 2, 2, 3])
})

test('who comes with another version while one is computed shares the one that begins after it', async () => {
  const kept = createKept<string>(10)
  const { running, compute } = computing()
  const first = kept.get('a', '1', compute)
  const later = ['2', '3', '3'].map((version) => kept.get('a', version, compute))
  await turn()
  expect(running).toHaveLength(1)
  running[0]!.resolve('old')
  expect(await first).toBe('old')
  await turn()
  expect(running).toHaveLength(2)
  // The one that runs now began after version 3 was seen, so it is an answer for it.
  const same = kept.get('a', '3', compute)
  running[1]!.resolve('new')
  expect(await Promise.all([...later, same])).toEqual(['new', 'new', 'new', 'new'])
  expect(await kept.get('a', '3', compute)).toBe('new')
  expect(running).toHaveLength(2)
})

test('a fault is not kept, and does not keep the next from being computed', async () => {
  const kept = createKept<string>(10)
  const { running, compute } = computing()
  const [first, second] = [kept.get('a', '1', compute), kept.get('a', '2', compute)]
  running[0]!.reject(new Error('away'))
  await expect(first).rejects.toThrow('away')
  await turn()
  running[1]!.reject(new Error('still away'))
  await expect(second).rejects.toThrow('still away')
  await turn()
  expect(await kept.get('a', '2', async () => 'there')).toBe('there')
})

test('names that were not asked for longest are forgotten', async () => {
  const kept = createKept<number>(2)
  let computed = 0
  const get = (name: string) => kept.get(name, '1', async () => ++computed)
  await get('a')
  await get('b')
  await get('c')
  expect([await get('c'), await get('a')]).toEqual([3, 4])
})
