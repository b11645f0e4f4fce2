import { expect, test } from 'vitest'
import { createMemo } from './memo.ts'

function setup() {
  const tables = { version: '1', time: 0 }
  const memo = createMemo({ version: () => tables.version, now: () => tables.time })
  let asked = 0
  const compute = async () => {
    asked += 1
    return asked
  }
  return { tables, memo, compute, ask: () => memo.now().get('board', compute) }
}

test('an answer is kept until an event has reached one of its projections', async () => {
  const { tables, ask } = setup()
  expect([await ask(), await ask()]).toEqual([1, 1])
  tables.version = '2'
  expect([await ask(), await ask()]).toEqual([2, 2])
})

test('an answer is kept for 5 seconds at most', async () => {
  const { tables, ask } = setup()
  await ask()
  tables.time = 5_000
  expect(await ask()).toBe(1)
  tables.time = 5_001
  expect(await ask()).toBe(2)
})

test('many at once are answered by one computation; other questions have their own', async () => {
  const { memo, compute } = setup()
  const kept = memo.now()
  const answers = await Promise.all(Array.from({ length: 20 }, () => kept.get('board', compute)))
  expect(answers).toEqual(Array.from({ length: 20 }, () => 1))
  expect(await kept.get('another', compute)).toBe(2)
})

test('what was asked before an event came does not keep its answer for those who ask after it', async () => {
  const { tables, memo } = setup()
  const early = memo.now()
  tables.version = '2'
  expect(await memo.now().get('board', async () => 'new')).toBe('new')
  expect(await early.get('board', async () => 'old')).toBe('old')
  expect(await memo.now().get('board', async () => 'again')).toBe('new')
})

test('a failure is not kept', async () => {
  const { memo } = setup()
  const kept = memo.now()
  await expect(kept.get('board', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
  expect(await kept.get('board', async () => 'back')).toBe('back')
})

test('memory is bounded: beyond 10,000 answers all are forgotten', async () => {
  const { memo, compute } = setup()
  for (let n = 0; n < 10_000; n++) await memo.now().get(`page ${n}`, async () => n)
  await memo.now().get('page 9999', compute)
  expect(await memo.now().get('page 9999', compute)).toBe(1)
  expect(await memo.now().get('page 0', async () => 'anew')).toBe('anew')
})
