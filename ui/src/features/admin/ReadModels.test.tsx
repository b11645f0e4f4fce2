import { act, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type ProjectionState, Projections } from '../../../../src/areas/administration/contract.ts'
import { componentTests, draw, ok, problem } from '../../../../test/support/components.tsx'
import { toast } from '../../ui/Toast.tsx'
import { ReadModels } from './ReadModels.tsx'
import { reads } from './reads.ts'

componentTests()
beforeEach(() => toast(null))
afterEach(() => {
  vi.useRealTimers()
})

const LIST = reads.projections.key

const state = (name: string, changes: Partial<ProjectionState> = {}): ProjectionState => ({
  name,
  kind: 'group',
  events: 120,
  behind: false,
  error: null,
  version: 1,
  generation: 1,
  rebuilding: null,
  rebuildError: null,
  ...changes,
})
const answered = (projections: ProjectionState[], changes: Partial<Projections> = {}) =>
  ok(Projections, { leads: true, projections, poison: [], ...changes })
const poison = {
  projection: 'play',
  eventId: 'e1',
  eventType: 'PredictionSubmitted',
  stream: 'prediction-poison',
  error: 'invalid input syntax',
  at: '2026-11-21T09:00:00.000Z',
}
const stopped = answered([state('play', { error: 'invalid input syntax' }), state('people')], { poison: [poison] })

const line = (name: string) => within(screen.getByText(name).closest('li')!)

describe('read models', () => {
  test('wait while they are loading', () => {
    draw(<ReadModels />, { answers: { [LIST]: 'pending' } })
    expect(screen.getByText('Loading read models')).toBeDefined()
  })

  test('can be requested again after a failure', async () => {
    const { user, answer } = draw(<ReadModels />, { answers: { [LIST]: problem(503) } })
    expect(await screen.findByText('Failed to load read models')).toBeDefined()
    answer(LIST, answered([state('people')]))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('people')).toBeDefined()
  })

  test('and reactors show their states; only read models can be rebuilt', async () => {
    draw(<ReadModels />, {
      answers: {
        [LIST]: answered(
          [
            state('play', { behind: true }),
            state('people', { events: 1, rebuildError: 'disk full' }),
            state('news', { rebuilding: { done: 30, total: 120 } }),
            state('mails', { kind: 'reactor' }),
          ],
          { leads: false },
        ),
      },
    })
    await screen.findByText('play')
    expect(line('play').getByText('Catching up')).toBeDefined()
    expect(line('play').getByText('120 events handled')).toBeDefined()
    expect(line('people').getByText('Up to date')).toBeDefined()
    expect(line('people').getByText('1 event handled')).toBeDefined()
    expect(line('people').getByText('Last rebuild failed: disk full')).toBeDefined()
    expect(line('news').getByText('Rebuilding 25%')).toBeDefined()
    expect(line('news').getByRole('button', { name: 'Rebuild news' })).toHaveProperty('disabled', true)
    const reactors = within(screen.getByRole('region', { name: 'Reactors' }))
    expect(reactors.getByText('mails')).toBeDefined()
    expect(reactors.queryByRole('button')).toBeNull()
    expect(screen.queryByRole('heading', { name: 'Stopped by an event' })).toBeNull()
    expect(screen.getByText(/^Another node updates them\./)).toBeDefined()
  })

  test('a rebuild is requested here, shown with its progress every second, and ends up to date', async () => {
    vi.useFakeTimers()
    const { answer, calls, writes } = draw(<ReadModels />, {
      answers: {
        [LIST]: answered([state('people')]),
        'POST /api/admin/projections/people/rebuild': answered([
          state('people', { rebuilding: { done: 0, total: null } }),
        ]),
      },
    })
    const elapse = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
    await elapse(100)
    act(() => screen.getByRole('button', { name: 'Rebuild people' }).click())
    await elapse(100)
    expect(screen.getByText('Rebuilding 0 events')).toBeDefined()
    expect(writes()).toHaveLength(1)
    answer(LIST, answered([state('people', { rebuilding: { done: 60, total: 120 } })]))
    await elapse(10_000)
    expect(screen.getByText('Rebuilding 50%')).toBeDefined()
    const before = calls.length
    await elapse(3_000)
    expect(calls.length - before).toBe(3)
    answer(LIST, answered([state('people')]))
    await elapse(1_000)
    expect(screen.getByText('Up to date')).toBeDefined()
  })
})

describe('an event that stops a read model', () => {
  test('is shown with its error, and can be skipped', async () => {
    const { user, writes } = draw(<ReadModels />, {
      answers: {
        [LIST]: stopped,
        'POST /api/admin/projections/play/skip': answered([state('play'), state('people')]),
      },
    })
    const panel = within(await screen.findByRole('region', { name: 'Stopped by an event' }))
    expect(panel.getByText('play: PredictionSubmitted')).toBeDefined()
    expect(panel.getByText(/^prediction-poison, 21 Nov/)).toBeDefined()
    expect(panel.getByText('invalid input syntax')).toBeDefined()
    expect(line('play').getByText('Stopped')).toBeDefined()
    await user.click(panel.getByRole('button', { name: 'Skip event of play' }))
    await vi.waitFor(() => expect(screen.queryByRole('region', { name: 'Stopped by an event' })).toBeNull())
    expect(line('play').getByText('Up to date')).toBeDefined()
    expect(writes()).toHaveLength(1)
  })

  test('is tried again; a failure is shown, and the states are read again', async () => {
    const { user, calls } = draw(<ReadModels />, {
      answers: { [LIST]: stopped, 'POST /api/admin/projections/play/retry': problem(409, 'It is not stopped') },
    })
    await user.click(await screen.findByRole('button', { name: 'Retry play' }))
    expect(await screen.findByText('Retry failed')).toBeDefined()
    expect(screen.getByText('It is not stopped')).toBeDefined()
    expect(calls.map(({ method }) => method)).toEqual(['GET', 'POST', 'GET'])
  })
})
