import { pino } from 'pino'
import { expect, test } from 'vitest'
import type { Runs } from '../areas/testing/runs.ts'
import { TestRefused } from '../areas/testing/tool.ts'
import { EventLogUnavailable } from '../kernel/event-log.ts'
import { createTestingTool } from './testing-tool.ts'

const idle: Runs = {
  begin: async () => ({ id: 1, first: 1, plan: {} }),
  storePlan: async () => undefined,
  abandon: async () => undefined,
  storeProgress: async () => ({ isOpen: true, isStopRequested: false }),
  end: async () => undefined,
  requestStop: async () => false,
  find: async () => null,
  list: async () => ({ running: null, runs: [] }),
}

const around = {
  engine: { announce: async () => undefined },
  clock: { now: () => 0 },
}

/** Runs a task that fails; returns the recorded error of the run and the levels of the log messages. */
async function brokenBy(error: unknown): Promise<{ message: string | null; levels: number[] }> {
  let message: string | null = null
  const levels: number[] = []
  const tool = createTestingTool({
    ...around,
    runs: {
      ...idle,
      end: async (_id, _progress, end) => {
        message = end.error
      },
    },
    logger: pino({ level: 'info' }, { write: (line: string) => void levels.push(JSON.parse(line).level) }),
    work: () => Promise.reject(error),
  })
  const { ended } = await tool.begin({ kind: 'clear' }, null)
  await expect(ended).rejects.toBe(error)
  return { message, levels }
}

test('R164 an interruption of a run by a stopping node or a store is recorded as such, not as a fault', async () => {
  const resumption = 'Completed steps stay. Start the same run again to resume it.'
  expect(await brokenBy(new DOMException('This operation was aborted', 'AbortError'))).toEqual({
    message: `The server has stopped. ${resumption}`,
    levels: [40],
  })
  expect(await brokenBy(new EventLogUnavailable('away'))).toEqual({
    message: `A store is unavailable. ${resumption}`,
    levels: [40],
  })
  expect(await brokenBy(new TestRefused('Not now'))).toEqual({ message: 'Not now', levels: [] })
  expect(await brokenBy(new Error('broken'))).toEqual({
    message: 'Something went wrong. The server log contains the reason.',
    levels: [50],
  })
})

test('R164 a run that stops at once still counts as stopped by the request', async () => {
  let isOpen = true
  const runs: Runs = {
    ...idle,
    end: async () => {
      isOpen = false
    },
    async requestStop() {
      // The step of the run ends while the store answers.
      await new Promise((resolve) => setImmediate(resolve))
      return isOpen
    },
  }
  const tool = createTestingTool({
    ...{ ...around, runs, logger: pino({ level: 'silent' }) },
    async work(_task, run) {
      run.plan(Array.from({ length: 1_000 }, () => 'Step'))
      for (;;) await run.step(async () => new Promise((resolve) => setImmediate(resolve)))
    },
  })
  const { ended } = await tool.begin({ kind: 'clear' }, null)
  expect(await tool.stop()).toBe(true)
  await ended
  expect(isOpen).toBe(false)
})
