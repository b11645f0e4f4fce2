import { act, screen } from '@testing-library/react'
import { useState } from 'react'
import useSWR from 'swr'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { Achievement, AchievementCheck } from '../../../../src/areas/achievements/contract.ts'
import { componentTests, draw, ok, problem } from '../../../../test/support/components.tsx'
import { achievementChecks } from '../../api/achievementChecks.ts'
import { shared } from '../../api/shared.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { AchievementPopups } from './AchievementPopups.tsx'
// Loaded before the tests, so that a pop-up does not wait for it.
import './Popup.tsx'

componentTests()
let warnings: unknown[][]
beforeEach(() => {
  warnings = []
  vi.spyOn(console, 'warn').mockImplementation((...warning) => void warnings.push(warning))
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const CHECK = 'POST /api/user/achievements/check'

const achievement = (id: string, name: string): Achievement => ({
  ...{
    id,
    category: 'predictions',
    name,
    description: `How to get ${name}`,
    icon: 'Target',
    points: 0,
    rarity: 'common',
  },
})
const catalogue = ok(z.array(Achievement), [
  achievement('first-success', 'First Success'),
  achievement('first-whistle', 'First Whistle'),
])
const unlock = (unlockId: string, achievementId = 'first-success') => ({
  ...{ unlockId, achievementId, unlockedAt: '2026-11-21T12:00:00.000Z' },
})
const found = (...achievements: ReturnType<typeof unlock>[]) => ok(AchievementCheck, { achievements })

const drawn = (check: ReturnType<typeof ok> | 'offline' = found(unlock('u1'))) =>
  draw(<AchievementPopups userId={1} />, { answers: { [CHECK]: check, [shared.achievements.key]: catalogue } })
const due = () => act(() => achievementChecks.due())
/** Turns of the event loop in which calls that were made are answered. */
const settle = () => act(() => new Promise<void>((resolve) => setTimeout(resolve, 20)))
const isHidden = (hidden: boolean) => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(hidden ? 'hidden' : 'visible')
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
}

describe('checks for achievements', () => {
  test('start with the socket, or 3 seconds after the page', async () => {
    vi.useFakeTimers()
    const { writes, unmount } = drawn(found())
    await act(() => vi.advanceTimersByTimeAsync(2_900))
    expect(writes()).toHaveLength(0)
    await act(() => vi.advanceTimersByTimeAsync(100))
    expect(writes()).toHaveLength(1)
    unmount()
    const other = drawn(found())
    due()
    await act(() => vi.advanceTimersByTimeAsync(5_000))
    expect(other.writes()).toHaveLength(1)
  })

  test('show a new achievement in a live region that was there before', async () => {
    const { writes } = drawn()
    const [region] = screen.getAllByRole('status')
    expect(region!.textContent).toBe('')
    expect(region!.getAttribute('aria-live')).toBe('polite')
    due()
    expect((await screen.findByText('Achievement unlocked')).closest('[role=status]')).toBe(region)
    expect(region!.textContent).toContain('First Success')
    expect(writes()).toHaveLength(1)
  })

  test('show several found together as one, and add later ones to it', async () => {
    const { answer } = drawn(found(unlock('u1'), unlock('u2', 'first-whistle')))
    due()
    expect(await screen.findByText('2 achievements unlocked')).toBeDefined()
    answer(CHECK, found(unlock('u3')))
    due()
    expect(await screen.findByText('3 achievements unlocked')).toBeDefined()
  })

  test('show the same unlock once: returned twice, and again after the page is opened again', async () => {
    const { unmount } = drawn(found(unlock('u1'), unlock('u1')))
    due()
    expect(await screen.findByText('Achievement unlocked')).toBeDefined()
    unmount()
    const { calls } = drawn(found(unlock('u1')))
    due()
    await vi.waitFor(() => expect(calls.map(({ path }) => path)).toContain(shared.achievements.key))
    await settle()
    expect(screen.queryByText('Achievement unlocked')).toBeNull()
  })

  test('that fail are only logged', async () => {
    const { answer } = drawn(problem(500))
    due()
    await vi.waitFor(() => expect(warnings).toHaveLength(1))
    expect(warnings[0]![0]).toBe('Failed to check achievements')
    answer(CHECK, 'offline')
    due()
    await vi.waitFor(() => expect(warnings).toHaveLength(2))
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.queryByText(/unlocked/)).toBeNull()
  })

  test('wait while the page is hidden, and are made once when it is visible again', async () => {
    const { writes } = drawn()
    isHidden(true)
    due()
    due()
    await settle()
    expect(writes()).toHaveLength(0)
    isHidden(false)
    expect(await screen.findByText('First Success')).toBeDefined()
    expect(writes()).toHaveLength(1)
  })
})

test('R367: only a new achievement repeats the read of the user, and none repeats standings: the server reports their changes', async () => {
  function Page() {
    useSWR(shared.user.key)
    useSWR(shared.myLeagues.key)
    return <AchievementPopups userId={1} />
  }
  const read = { status: 200, body: {} }
  const { answer, calls } = draw(<Page />, {
    answers: {
      [CHECK]: found(),
      [shared.achievements.key]: catalogue,
      [shared.user.key]: read,
      [shared.myLeagues.key]: read,
    },
  })
  const reads = () => calls.flatMap(({ method, path }) => (method === 'GET' ? [path] : [])).sort()
  const first = [shared.user.key, shared.myLeagues.key]
  await vi.waitFor(() => expect(reads()).toHaveLength(2))
  due()
  await settle()
  expect(reads()).toEqual(first.sort())
  answer(CHECK, found(unlock('u1')))
  due()
  expect(await screen.findByText('First Success')).toBeDefined()
  await settle()
  expect(reads()).toEqual([...first, shared.achievements.key, shared.user.key].sort())
})

test('a pop-up covers no dialog: it appears once that is closed', async () => {
  function WithDialog() {
    const [isOpen, setOpen] = useState(true)
    return (
      <>
        <AchievementPopups userId={1} />
        {isOpen && (
          <Dialog title="Inbox" description="Messages" onClose={() => setOpen(false)}>
            <p>No messages</p>
          </Dialog>
        )}
      </>
    )
  }
  const { user, calls } = draw(<WithDialog />, {
    answers: { [CHECK]: found(unlock('u1')), [shared.achievements.key]: catalogue },
  })
  due()
  await vi.waitFor(() => expect(calls.map(({ path }) => path)).toContain(shared.achievements.key))
  await settle()
  expect(screen.queryByText('First Success')).toBeNull()
  await user.keyboard('{Escape}')
  expect(await screen.findByText('First Success')).toBeDefined()
})
