import { expect, test } from 'vitest'
import { type BatchLoaderOptions, createBatchLoader } from './batch-loader.ts'

interface Read {
  readonly stream: string
  readonly from: number
}

/** A loader whose fetches resolve when the test answers them. */
function waiting(options: Omit<BatchLoaderOptions<Read, string[]>, 'fetch'>) {
  const fetches: { readonly streams: string[]; answer(): void; fail(error: Error): void }[] = []
  const fetch = (reads: readonly Read[]) => {
    const { promise, resolve, reject } = Promise.withResolvers<string[][]>()
    const rows = reads.map(({ stream, from }) => [`${stream}@${from}`])
    fetches.push({ streams: reads.map(({ stream }) => stream), answer: () => resolve(rows), fail: reject })
    return promise
  }
  const turn = () => new Promise((resolve) => setImmediate(resolve))
  return { read: createBatchLoader<Read, string[]>({ fetch, ...options }), fetches, turn }
}

test('concurrent reads share one call, and each gets its own rows', async () => {
  const { read, fetches, turn } = waiting({ max: 10, concurrency: 1 })
  const rows = Promise.all([
    read({ stream: 'a', from: 0 }),
    read({ stream: 'b', from: 3 }),
    read({ stream: 'a', from: 1 }),
  ])
  await turn()
  expect(fetches.map(({ streams }) => streams)).toEqual([['a', 'b', 'a']])
  fetches[0]!.answer()
  expect(await rows).toEqual([['a@0'], ['b@3'], ['a@1']])
})

test('items queue while calls are in flight, and no batch exceeds the maximum', async () => {
  const { read, fetches, turn } = waiting({ max: 2, concurrency: 1 })
  const first = read({ stream: 'a', from: 0 })
  await turn()
  const later = Promise.all(['b', 'c', 'd'].map((stream) => read({ stream, from: 0 })))
  await turn()
  expect(fetches).toHaveLength(1)
  fetches[0]!.answer()
  await first
  await turn()
  fetches[1]!.answer()
  await turn()
  await turn()
  fetches[2]!.answer()
  expect(await later).toEqual([['b@0'], ['c@0'], ['d@0']])
  expect(fetches.map(({ streams }) => streams)).toEqual([['a'], ['b', 'c'], ['d']])
})

test('a failed call rejects its own batch only, and the next call runs', async () => {
  const { read, fetches, turn } = waiting({ max: 10, concurrency: 1 })
  const failing = Promise.allSettled([read({ stream: 'a', from: 0 }), read({ stream: 'b', from: 0 })])
  await turn()
  const next = read({ stream: 'c', from: 0 })
  fetches[0]!.fail(new Error('away'))
  expect((await failing).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await turn()
  fetches[1]!.answer()
  expect(await next).toEqual(['c@0'])
})

test('a call that hangs does not block the others for ever', async () => {
  const { read, fetches } = waiting({ max: 10, concurrency: 1 })
  const hanging = read({ stream: 'a', from: 0 })
  const next = read({ stream: 'b', from: 0 })
  await expect.poll(() => fetches.length).toBe(1)
  const behind = read({ stream: 'c', from: 0 })
  await expect.poll(() => fetches.length).toBe(2)
  fetches[1]!.answer()
  expect(await behind).toEqual(['c@0'])
  fetches[0]!.answer()
  expect(await Promise.all([hanging, next])).toEqual([['a@0'], ['b@0']])
})

test('a repeat of a queued item shares its result; a repeat of one in flight is sent again', async () => {
  const { read, fetches, turn } = waiting({ max: 10, concurrency: 2, keyOf: ({ stream, from }) => `${from} ${stream}` })
  const first = [read({ stream: 'a', from: 0 }), read({ stream: 'a', from: 0 }), read({ stream: 'a', from: 1 })]
  await turn()
  const later = read({ stream: 'a', from: 0 })
  await turn()
  expect(fetches.map(({ streams }) => streams)).toEqual([['a', 'a'], ['a']])
  fetches[0]!.answer()
  expect(await Promise.all(first)).toEqual([['a@0'], ['a@0'], ['a@1']])
  fetches[1]!.answer()
  expect(await later).toEqual(['a@0'])
})
