import { expect, test } from 'vitest'
import { shared } from './shared.ts'

test('all who ask while an answer is made, and a second after it was begun, get the same one', async () => {
  let time = 0
  let made = 0
  const making: PromiseWithResolvers<number>[] = []
  const ask = shared(
    () => {
      made++
      const next = Promise.withResolvers<number>()
      making.push(next)
      return next.promise
    },
    1_000,
    () => time,
  )
  const first = [ask(), ask()]
  time = 5_000
  const late = ask()
  expect(made).toBe(1)
  making[0]!.resolve(1)
  expect(await Promise.all([...first, late])).toEqual([1, 1, 1])

  const second = ask()
  making[1]!.resolve(2)
  expect(await second).toBe(2)
  time = 5_999
  expect(await ask()).toBe(2)
  expect(made).toBe(2)
  time = 6_000
  void ask()
  expect(made).toBe(3)
})

test('a failure is shared for as long, and no longer', async () => {
  let time = 0
  let tries = 0
  const ask = shared(
    async () => {
      if (++tries === 1) throw new Error('away')
      return 'there'
    },
    1_000,
    () => time,
  )
  await expect(ask()).rejects.toThrow('away')
  await expect(ask()).rejects.toThrow('away')
  time = 1_000
  expect(await ask()).toBe('there')
})
