import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { Achievement, RetroactiveReport, RetroactiveStatus } from '../../../../src/areas/achievements/contract.ts'
import { componentTests, draw, ok, problem } from '../../../../test/support/components.tsx'
import { shared } from '../../api/shared.ts'
import { toast } from '../../ui/Toast.tsx'
import { RetroactiveAchievements } from './RetroactiveAchievements.tsx'

componentTests()
beforeEach(() => toast(null))
afterEach(() => {
  vi.useRealTimers()
})

const STATUS = '/api/admin/achievements/retroactive'
const ORDER = `POST ${STATUS}`

const status = (changes: Partial<RetroactiveStatus> = {}) =>
  ok(RetroactiveStatus, { folding: null, waiting: { achievements: 3, users: 2 }, run: null, ...changes })
type Run = NonNullable<RetroactiveStatus['run']>
const run = (changes: Partial<Run> = {}): Run => ({
  orderedAt: '2026-11-23T22:00:00.000Z',
  only: null,
  total: 4_800,
  done: 1_200,
  users: 900,
  state: 'running',
  ...changes,
})
const success = { achievementId: 'first-success', name: 'First Success' }
const score = { achievementId: 'score-predictor', name: 'Score Predictor' }
const earnedAt = '2026-11-21T17:00:00.000Z'
const report = (changes: Partial<RetroactiveReport> = {}) =>
  ok(RetroactiveReport, {
    dryRun: true,
    state: 'completed',
    totalUnlocked: 3,
    usersAffected: 2,
    achievements: [
      { ...success, players: 2 },
      { ...score, players: 1 },
    ],
    results: [
      {
        ...{ userId: 2, username: 'nia', unlockedCount: 2 },
        achievements: [success, score].map((each) => ({ ...each, earnedAt })),
      },
      { userId: 3, username: 'ben', unlockedCount: 1, achievements: [{ ...success, earnedAt }] },
    ],
    ...changes,
  })
const nothing = report({ totalUnlocked: 0, usersAffected: 0, achievements: [], results: [] })
const catalogue = ok(
  z.array(Achievement),
  [success, score].map(({ achievementId, name }) => ({
    ...{ id: achievementId, category: 'accuracy', name, description: name, icon: 'Target', points: 5, rarity: 'rare' },
  })) as Achievement[],
)

type Answers = NonNullable<NonNullable<Parameters<typeof draw>[1]>['answers']>

const drawn = (answers: Answers = {}) =>
  draw(<RetroactiveAchievements />, {
    answers: { [STATUS]: status(), [shared.achievements.key]: catalogue, ...answers },
  })

const opener = () => screen.getByRole('button', { name: 'Unlock Achievements' })
const bar = (name = 'Unlocking') => screen.getByRole('progressbar', { name })

describe('the status', () => {
  test('waits while it is loading', () => {
    drawn({ [STATUS]: 'pending' })
    expect(screen.getByText('Loading the status')).toBeDefined()
  })

  test('can be requested again after a failure', async () => {
    const { user, answer } = drawn({ [STATUS]: problem(503, 'The store is away') })
    expect(await screen.findByText('Failed to load the status')).toBeDefined()
    answer(STATUS, status())
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('3 achievements ready for 2 players.')).toBeDefined()
  })

  test('names the latest run, of one achievement or of all', async () => {
    const over = { state: 'completed', total: 1, done: 1, users: 1 } as const
    drawn({ [STATUS]: status({ run: run({ ...over, only: 'score-predictor' }) }) })
    const latest = await screen.findByText(/^Latest run:/)
    await waitFor(() =>
      expect(latest.textContent).toMatch(/23 Nov 2026.*, Score Predictor\. 1 achievement unlocked for 1 player\.$/),
    )
  })

  test('reports the reading of the history instead of what is waiting', async () => {
    drawn({ [STATUS]: status({ folding: { done: 30, total: 120 } }) })
    expect(await screen.findByText('Reading the history: 30 of 120 events')).toBeDefined()
    expect(bar('Reading the history').getAttribute('aria-valuenow')).toBe('25')
    expect(screen.queryByText(/ready for/)).toBeNull()
  })
})

describe('the preview', () => {
  test('the first press shows the unlocks by achievement and by player, and has the focus', async () => {
    const { user, writes } = drawn({ [ORDER]: report() })
    await screen.findByText('3 achievements ready for 2 players.')
    await user.click(opener())
    const heading = await screen.findByRole('heading', { name: '3 achievements for 2 players' })
    expect(document.activeElement).toBe(heading)
    expect(screen.getByText(/^Nothing is unlocked yet\./)).toBeDefined()
    const lines = (list: string) =>
      within(screen.getByRole('region', { name: list }))
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent)
    expect(lines('By achievement')).toEqual(['First Success2 players', 'Score Predictor1 player'])
    expect(lines('By player')).toEqual([
      'nia2 achievementsFirst Success (21 Nov 2026), Score Predictor (21 Nov 2026)',
      'ben1 achievementFirst Success (21 Nov 2026)',
    ])
    expect(writes().map(({ body }) => body)).toEqual([{ dryRun: true }])
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(screen.queryByRole('heading', { name: '3 achievements for 2 players' })).toBeNull()
    expect(document.activeElement).toBe(opener())
    expect(writes()).toHaveLength(1)
  })

  test('counts the players that it does not list', async () => {
    const { user } = drawn({ [ORDER]: report({ usersAffected: 1_002 }) })
    await user.click(opener())
    expect(await screen.findByText('and 1,000 more players')).toBeDefined()
  })

  test('with nothing to unlock there is nothing to confirm', async () => {
    const { user } = drawn({ [STATUS]: status({ waiting: { achievements: 0, users: 0 } }), [ORDER]: nothing })
    expect(await screen.findByText('Nothing to unlock.')).toBeDefined()
    await user.click(opener())
    expect(await screen.findByText('Everyone has what they’ve earned.')).toBeDefined()
    expect(screen.queryByRole('button', { name: /^Unlock \d/ })).toBeNull()
  })

  test('another choice closes it', async () => {
    const { user } = drawn({ [ORDER]: report() })
    await user.click(opener())
    await screen.findByRole('heading', { name: '3 achievements for 2 players' })
    await user.selectOptions(screen.getByRole('combobox', { name: 'Achievement' }), 'Score Predictor')
    expect(screen.queryByRole('heading', { name: '3 achievements for 2 players' })).toBeNull()
  })

  test.each([
    ['in the words of the server', problem(503, 'The store is away'), 'The store is away'],
    ['in those of the page, without a network', 'offline', 'Please try again later.'],
  ] as const)('a failure is shown %s', async (_how, answer, text) => {
    const { user } = drawn({ [ORDER]: answer })
    await user.click(opener())
    expect(await screen.findByText('Achievement unlock failed')).toBeDefined()
    expect(screen.getByText(text)).toBeDefined()
    expect(screen.queryByRole('button', { name: /^Unlock \d/ })).toBeNull()
  })
})

describe('a run', () => {
  test('of one achievement is sent by the second press, and its end is reported', async () => {
    const one = { totalUnlocked: 1, usersAffected: 1, achievements: [{ ...score, players: 1 }], results: [] }
    const { user, answer, writes } = drawn({ [ORDER]: report(one) })
    await screen.findByRole('option', { name: 'Score Predictor' })
    await user.selectOptions(screen.getByRole('combobox', { name: 'Achievement' }), 'Score Predictor')
    await user.click(opener())
    const confirm = await screen.findByRole('button', { name: 'Unlock 1 for 1 player' })
    answer(ORDER, report({ ...one, dryRun: false }))
    answer(STATUS, status({ waiting: { achievements: 0, users: 0 } }))
    await user.click(confirm)
    expect(await screen.findByText('Retroactive achievements completed')).toBeDefined()
    expect(screen.getByText('1 achievement unlocked for 1 player')).toBeDefined()
    expect(await screen.findByText('Nothing to unlock.')).toBeDefined()
    expect(writes().map(({ body }) => body)).toEqual([
      { dryRun: true, only: 'score-predictor' },
      { dryRun: false, only: 'score-predictor' },
    ])
    expect(document.activeElement).toBe(opener())
  })

  test('that is refused keeps the preview', async () => {
    const { user, answer } = drawn({ [ORDER]: report() })
    await user.click(opener())
    const confirm = await screen.findByRole('button', { name: 'Unlock 3 for 2 players' })
    answer(ORDER, problem(503, 'The store is away'))
    await user.click(confirm)
    expect(await screen.findByText('The store is away')).toBeDefined()
    expect(screen.getByRole('button', { name: 'Unlock 3 for 2 players' })).toBeDefined()
  })

  test('under way is shown with its progress, survives failing reads, and its end is reported', async () => {
    vi.useFakeTimers()
    const { answer, calls } = drawn({ [STATUS]: status({ run: run() }) })
    const elapse = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
    await elapse(100)
    expect(bar().getAttribute('aria-valuenow')).toBe('25')
    expect(screen.getByText('Unlocking: 1,200 of 4,800 achievements')).toBeDefined()
    expect(opener().getAttribute('aria-disabled')).toBe('true')
    act(() => opener().click())
    await elapse(100)
    expect(calls.every(({ method }) => method === 'GET')).toBe(true)
    // A server that is unavailable for a while, as during a restart, does not end the run.
    answer(STATUS, problem(503, 'The store is away'))
    await elapse(5_000)
    expect(bar().getAttribute('aria-valuenow')).toBe('25')
    answer(STATUS, status({ run: run({ done: 2_400 }) }))
    await elapse(3_000)
    expect(bar().getAttribute('aria-valuenow')).toBe('50')
    // Another administrator orders one too, which unlocks nothing. The page reports the end of the first one.
    const other = run({ orderedAt: '2026-11-23T22:00:09.000Z', total: 0, done: 0, users: 0, state: 'completed' })
    answer(STATUS, status({ run: other }))
    await elapse(1_000)
    expect(screen.getByText('4,800 achievements unlocked for 900 players')).toBeDefined()
    expect(screen.queryByRole('progressbar')).toBeNull()
    // No run is in progress, so polling has stopped.
    const reads = calls.length
    await elapse(5_000)
    expect(calls).toHaveLength(reads)
  })
})
