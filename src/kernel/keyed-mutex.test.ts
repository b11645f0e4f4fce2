import { expect, test } from 'vitest'
import { createKeyedMutex } from './keyed-mutex.ts'

const never = () => false
const soon = (ms = 5) => new Promise((resolve) => setTimeout(resolve, ms))

test('work on one key runs in sequence and in order, on other keys concurrently', async () => {
  const mutex = createKeyedMutex()
  const said: string[] = []
  const work = (name: string) => async () => {
    said.push(`${name} begins`)
    await soon()
    said.push(`${name} ends`)
  }
  await Promise.all([
    mutex.run('a', work('a1'), never),
    mutex.run('a', work('a2'), never),
    mutex.run('b', work('b1'), never),
  ])
  expect(said.filter((line) => line.startsWith('a'))).toEqual(['a1 begins', 'a1 ends', 'a2 begins', 'a2 ends'])
  expect(said.indexOf('b1 begins')).toBeLessThan(said.indexOf('a1 ends'))
  expect(mutex.size).toBe(0)
})

test('a failure does not block the next work, and abandoned work never starts', async () => {
  const mutex = createKeyedMutex()
  const failed = mutex.run('a', () => Promise.reject(new Error('no')), never)
  let begun = false
  const abandoned = mutex.run(
    'a',
    async () => {
      begun = true
    },
    () => true,
  )
  const next = mutex.run('a', async () => 'done', never)
  await expect(failed).rejects.toThrow('no')
  expect(await abandoned).toBeUndefined()
  expect(begun).toBe(false)
  expect(await next).toBe('done')
})
