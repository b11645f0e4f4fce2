import { expect, test } from 'vitest'
import { createProgressBar } from './progress-bar.ts'

test('a finished step is one line of a log, however often it is reported (R444)', () => {
  const lines: string[] = []
  const bar = createProgressBar({ write: (line) => lines.push(line) }, 'done')
  for (let n = 0; n < 3; n++) bar.report('Gameweek 1', 20, 20)
  for (let n = 0; n < 3; n++) bar.report('Gameweek 2', 20, 20)
  bar.end()
  expect(lines.map((line) => line.slice(0, 10))).toEqual(['Gameweek 1', 'Gameweek 2'])
})
