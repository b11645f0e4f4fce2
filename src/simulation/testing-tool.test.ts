import { pino } from 'pino'
import { expect, test } from 'vitest'
import type { Runs } from '../areas/testing/runs.ts'
import { TestRefused } from '../areas/testing/tool.ts'
import { EventLogUnavailable } from '../kernel/event-log.ts'
import { createTestingTool } from './testing-tool.ts'

/** Runs a task that ends with an error; gives what the run says of it, and the levels of what was logged. */
async function brokenBy(error: unknown): Promise<{ said: string | null; levels: number[] }> {
  let said: string | null = null
  const levels: number[] = []
  const runs: Runs = {
    begin: async () => ({ id: 1, first: 1, plan: {} }),
    remember: async () => undefined,
    abandon: async () => undefined,
    note: async () => ({ goes: true, isStopRequested: false }),
    end: async (_id, _progress, end) => {
      said = end.error
    },
    requestStop: async () => false,
    find: async () => null,
    list: async () => ({ running: null, runs: [] }),
  }
  const tool = createTestingTool({
    runs,
    engine: { announce: async () => undefined },
    clock: { now: () => 0 },
    logger: pino({ level: 'info' }, { write: (line: string) => void levels.push(JSON.parse(line).level) }),
    work: () => Promise.reject(error),
  })
  const { ended } = await tool.begin({ kind: 'clear' }, null)
  await expect(ended).rejects.toBe(error)
  return { said, levels }
}

test('R164 a run that a stopping node or a store breaks off says so, and is no fault', async () => {
  const goesOn = 'What is done stays; the same run again goes on from here.'
  expect(await brokenBy(new DOMException('This operation was aborted', 'AbortError'))).toEqual({
    said: `The server has stopped. ${goesOn}`,
    levels: [40],
  })
  expect(await brokenBy(new EventLogUnavailable('away'))).toEqual({ said: `A store is away. ${goesOn}`, levels: [40] })
  expect(await brokenBy(new TestRefused('Not now'))).toEqual({ said: 'Not now', levels: [] })
  expect(await brokenBy(new Error('broken'))).toEqual({
    said: 'Something went wrong; the log of the server says what',
    levels: [50],
  })
})
