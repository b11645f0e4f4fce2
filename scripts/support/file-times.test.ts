import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { keepTimes, slowest } from './file-times.mjs'

const file = (name: string, duration: number) => ({ name, duration, passed: 1, failed: 0, skipped: 0 })

test('a run of one file retains the times of the others, without deleted files', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'plp-times-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [a, b] = ['a.test.ts', 'b.test.ts'].map((name) => path.join(folder, name)) as [string, string]
  for (const each of [a, b]) writeFileSync(each, '')
  const times = path.join(folder, 'new/times.json')
  keepTimes(times, [file(a, 10), file(b, 20), file(path.join(folder, 'gone.test.ts'), 30)])
  keepTimes(times, [file(a, 40)])
  const stored = JSON.parse(readFileSync(times, 'utf8')).files as { name: string; duration: number }[]
  expect(stored.map(({ name, duration }) => [path.basename(name), duration])).toEqual([
    ['a.test.ts', 40],
    ['b.test.ts', 20],
  ])
})

test('the ten slowest files, slowest first', () => {
  const files = Array.from({ length: 12 }, (_, n) => file(`/root/${n}.test.ts`, n * 1_000))
  expect(slowest('/root', files)).toHaveLength(10)
  expect(slowest('/root', files).slice(0, 2)).toEqual(['   11.0 s  11.test.ts', '   10.0 s  10.test.ts'])
})
