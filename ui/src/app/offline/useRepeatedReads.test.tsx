import { act, screen, waitFor } from '@testing-library/react'
import useSWR, { type ScopedMutator, useSWRConfig } from 'swr'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { componentTests, draw, ok, problem } from '../../../../test/support/components.tsx'
import { useRepeatedReads } from './useRepeatedReads.ts'

componentTests()
beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }))
afterEach(() => void vi.useRealTimers())

let mutate: ScopedMutator
function Page() {
  mutate = useSWRConfig().mutate
  useRepeatedReads()
  return useSWR<string>('/api/score').data
}
/** As after a change that the server reports. */
const changed = () => act(async () => void (await mutate(() => true)))
/** The longest time between two looks. */
const wait = () => act(async () => void (await vi.advanceTimersByTimeAsync(20_000)))

test.each([
  ['a server that is away', problem(503)],
  ['a network that fails', 'offline' as const],
])('R419: a read that failed (%s) is repeated while the page shows older data', async (_, failure) => {
  const { calls, answer } = draw(<Page />, { answers: { '/api/score': ok(z.string(), '0–0') } })
  expect(await screen.findByText('0–0')).toBeDefined()
  answer('/api/score', failure)
  await changed()
  await wait()
  expect(screen.getByText('0–0')).toBeDefined()
  answer('/api/score', ok(z.string(), '1–0'))
  await wait()
  expect(screen.getByText('1–0')).toBeDefined()
  const { length } = calls
  await wait()
  expect(calls).toHaveLength(length)
})

test('R419: a read is not repeated that the server refuses, or whose page shows an error with a button', async () => {
  const { calls, answer } = draw(<Page />, { answers: { '/api/score': problem(503) } })
  await waitFor(() => expect(calls).toHaveLength(1))
  await wait()
  expect(calls).toHaveLength(1)
  answer('/api/score', ok(z.string(), '0–0'))
  await changed()
  answer('/api/score', problem(403))
  await changed()
  await wait()
  expect(calls).toHaveLength(3)
})
