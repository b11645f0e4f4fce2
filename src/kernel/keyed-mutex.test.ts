import { expect, test } from 'vitest'
import { createKeyedMutex } from './keyed-mutex.ts'

const never = () => false
const soon = (ms = 5) => new Promise((resolve) => setTimeout(resolve, ms))

test('work on one key runs one after another in the order it came, on other keys side by side', async () => {
  const turns = createKeyedMutex()
  const said: string[] = []
  const work = (name: string) => async () => {
    said.push(`${name} begins`)
    await soon()
    said.push(`${name} ends`)
  }
  await Promise.all([
    turns.run('a', work('a1'), never),
    turns.run('a', work('a2'), never),
    turns.run('b', work('b1'), never),
  ])
  expect(said.filter((line) => line.startsWith('a'))).toEqual(['a1 begins', 'a1 ends', 'a2 begins', 'a2 ends'])
  expect(said.indexOf('b1 begins')).toBeLessThan(said.indexOf('a1 ends'))
  expect(turns.size).toBe(0)
})

test('a failure does not hold up who comes next, and abandoned work is never begun', async () => {
  const turns = createKeyedMutex()
  const failed = turns.run('a', () => Promise.reject(new Error('no')), never)
  let begun = false
  const abandoned = turns.run(
    'a',
    async () => {
      begun = true
    },
    () => true,
  )
  const next = turns.run('a', async () => 'done', never)
  await expect(failed).rejects.toThrow('no')
  expect(await abandoned).toBeUndefined()
  expect(begun).toBe(false)
  expect(await next).toBe('done')
})
