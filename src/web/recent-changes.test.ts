import { beforeEach, expect, test } from 'vitest'
import { createRecentChanges, type RecentChanges } from './recent-changes.ts'

let now: number
let recent: RecentChanges
beforeEach(() => {
  now = 100_000
  recent = createRecentChanges(() => now)
  now += 60_000
})

const change = (topic: 'fixtures' | 'user', version: string) => ({ topic, version })

test('a page receives the latest change of each topic in its rooms since it was opened', () => {
  recent.note('all', change('fixtures', '1'))
  now += 1_000
  recent.note('all', change('fixtures', '2'))
  recent.note('user:1', change('user', '2'))
  recent.note('user:2', change('user', '3'))
  now += 500
  expect(recent.since(['all', 'user:1'], 2_000)).toEqual([change('fixtures', '2'), change('user', '2')])
  expect(recent.since(['all', 'user:1'], 400)).toEqual([])
})

test('a page does not receive changes from before it was opened', () => {
  recent.note('all', change('fixtures', '1'))
  now += 1_000
  expect(recent.since(['all'], 999)).toEqual([])
  expect(recent.since(['all'], 1_000)).toEqual([change('fixtures', '1')])
})

test('changes are remembered for half a minute and forgotten after two', () => {
  for (let version = 0; version < 200; version++) {
    recent.note('all', change('fixtures', String(version)))
    recent.note(`user:${version}`, change('user', String(version)))
    now += 1_000
  }
  expect(recent.since(['user:171'], 30_000)).toEqual([change('user', '171')])
  now += 120_000
  recent.note('all', change('fixtures', 'new'))
  expect(recent.since(['all', 'user:199'], 30_000)).toEqual([change('fixtures', 'new')])
})

test('every topic is reported as changed if the memory started later, or the page waited too long', () => {
  recent.note('all', change('fixtures', '7'))
  const everything = [{ topic: '*', version: '7', spread: true }]
  expect(recent.since(['all'], 30_001)).toEqual(everything)
  const young = createRecentChanges(() => now)
  now += 1_000
  expect(young.since(['all'], 1_001)).toHaveLength(everything.length)
  expect(young.since(['all'], 1_000)).toEqual([])
})
