import { act, screen, waitFor } from '@testing-library/react'
import { type ScopedMutator, useSWRConfig } from 'swr'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { type Goal, LiveDay } from '../../../../src/areas/matches/contract.ts'
import { Prediction } from '../../../../src/areas/predictions/contract.ts'
import { componentTests, draw, ok } from '../../../../test/support/components.tsx'
import { match, pick } from '../../../../test/support/dashboard.tsx'
import { reads } from '../../features/matches/reads.ts'
import { reads as picks } from '../../features/predictions/reads.ts'
import { toast } from '../../ui/Toast.tsx'
import { GoalToasts } from './GoalToasts.tsx'

componentTests()
const NOW = Date.parse('2025-11-29T16:52:30.000Z')
beforeEach(() => void vi.useFakeTimers({ now: NOW, shouldAdvanceTime: true }))
afterEach(() => {
  vi.useRealTimers()
  localStorage.clear()
})

const on = { status: 'LIVE', isOpen: false, kickoffTime: '2025-11-29T15:00:00.000Z' } as const
const arsenal = match(1, { ...on, homeScore: 1, awayScore: 0 })
const goal = (home: number, away: number, at: string, more: Partial<Goal> = {}): Goal => ({
  ...{
    id: `${home} ${at}`,
    fixtureId: 1,
    at: `2025-11-29T${at}:00.000Z`,
    home,
    away,
    side: 'home',
    isTakenBack: false,
  },
  ...{ gained: 10, lost: 2 },
  ...more,
})
const first = goal(1, 0, '15:20')
const day = (...goals: readonly Goal[]) =>
  ok(LiveDay, { fixtures: [arsenal], goals: [...goals, first], provisional: null })

let mutate: ScopedMutator
/** Reads everything again, as after a change that the server reports. */
const revalidate = () => act(async () => void (await mutate(() => true)))
function Config() {
  mutate = useSWRConfig().mutate
  return <GoalToasts />
}

/** Draws a page, then answers with further goals. */
async function goals(at: string, ...later: readonly Goal[]) {
  const drawn = draw(<Config />, {
    at,
    answers: {
      [reads.live.key]: day(),
      [picks.mine.key]: ok(z.array(Prediction), [pick(arsenal, { predictedHomeScore: 2, predictedAwayScore: 0 })]),
    },
  })
  await waitFor(() => expect(drawn.calls.map(({ path }) => path)).toContain(picks.mine.key))
  drawn.answer(reads.live.key, day(...later))
  await revalidate()
  return drawn
}
const announced = () => screen.getByRole('status').textContent

describe('R417: a goal while a match is on', () => {
  test('is announced on other pages, with its effect on the reader, and leads to the match', async () => {
    const { user } = await goals('/leaderboard', goal(2, 0, '16:52'))
    await waitFor(() => expect(announced()).toContain(`Goal for ${arsenal.homeTeam.shortName}16:52 · `))
    expect(announced()).toContain('2–0')
    expect(announced()).toContain('+10 for you')
    await user.click(screen.getByRole('button', { name: /^Open / }))
    expect(announced()).toBe('')
  })

  test('is not announced again, nor one that was there before or is old', async () => {
    await goals('/leaderboard', goal(2, 0, '16:50'))
    await revalidate()
    expect(announced()).toBe('')
  })

  test.each(['/', '/gameweeks/13', '/fixtures/1'])('is not announced on %s, which shows it', async (at) => {
    if (at === '/fixtures/1') await goals(at, goal(2, 0, '16:52'))
    else draw(<GoalToasts />, { at })
    expect(announced()).toBe('')
  })

  test('is not announced while live scores are hidden', async () => {
    localStorage.setItem('plp.hide-live-scores', 'on')
    await goals('/leaderboard', goal(2, 0, '16:52'))
    expect(announced()).toBe('')
  })

  test('waits for another toast, and for a minute at most', async () => {
    act(() => toast({ title: 'Not saved', variant: 'destructive' }))
    await goals('/leaderboard', goal(2, 0, '16:52'))
    act(() => void vi.advanceTimersByTime(3_000))
    expect(announced()).toBe('Not saved')
    act(() => toast(null))
    act(() => void vi.advanceTimersByTime(1_000))
    expect(announced()).toContain('Goal for')
  })
})
