import { screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { componentTests, draw } from '../../../../test/support/components.tsx'
import { readerSample } from '../../../../test/support/samples.ts'
import { draftKey, waitingKey } from '../../features/predictions/draftKey.ts'
import type { Waiting } from '../../features/predictions/drafts.ts'
import { updateOutbox } from '../../features/predictions/outbox.ts'
import { Landing } from '../landing/Landing.tsx'
import { InstallOffer } from './InstallOffer.tsx'
import { Offline } from './Offline.tsx'
import { Outbox } from './Outbox.tsx'

componentTests()

// The picks of a player live in the module: each test has its own.
let userId = 700
beforeEach(() => {
  userId += 1
  updateOutbox({ sent: [] })
})
afterEach(() => localStorage.clear())

function keep(waiting: Partial<Waiting> = {}) {
  localStorage.setItem(draftKey(userId), JSON.stringify({ 4: { result: 'home', home: '2', away: '1' } }))
  const about = {
    gameweek: 13,
    match: 'Everton v Newcastle',
    replaces: 0,
    keptAt: '2025-11-29T16:48:00.000Z',
    closes: null,
  }
  localStorage.setItem(waitingKey(userId), JSON.stringify({ 4: { ...about, ...waiting } }))
}
const late = { why: 'late', at: '2025-11-29T17:31:00.000Z', pick: '2–1' } as const

describe('(R413) a pick kept on the device', () => {
  test('waits, and its cutoff by this device’s clock is only a warning', () => {
    keep({ closes: '2025-11-29T17:25:00.000Z' })
    draw(<Outbox userId={userId} />)
    expect(screen.getByRole('region', { name: 'Waiting to be sent' }).textContent).toContain('kept at 16:48')
    expect(screen.getByText(/^It has closed, by this device’s clock\. We still try/)).toBeDefined()
  })

  test('that was too late names what counts instead, until the player confirms', async () => {
    keep({ closes: '2025-11-29T17:25:00.000Z', refused: { ...late, counts: null } })
    const { user } = draw(<Outbox userId={userId} />)
    expect(screen.getByRole('region', { name: 'One arrived too late' }).textContent).toContain(
      'It closed at 17:25. You had no earlier pick, so this match pays nothing.',
    )
    await user.click(screen.getByRole('button', { name: 'OK' }))
    expect(screen.queryByRole('region')).toBeNull()
    expect(localStorage.getItem(waitingKey(userId))).toBeNull()
  })

  test('that was changed elsewhere is dropped if the player keeps the other', async () => {
    keep({ refused: { why: 'changed', at: '2025-11-29T17:02:00.000Z', pick: '2–1', counts: '1–1' } })
    const { user } = draw(<Outbox userId={userId} />)
    expect(screen.getByText('At 17:02 you saved 1–1 on another device.')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Keep 1–1' }))
    expect([localStorage.getItem(waitingKey(userId)), localStorage.getItem(draftKey(userId))]).toEqual([null, null])
  })

  test('is announced where its player, whose session has ended, signs in', () => {
    keep()
    draw(<Landing />)
    expect(screen.getByText('Sign in to send 1 pick.')).toBeDefined()
  })
})

describe('(R410) the home screen', () => {
  const visit = (picks: number) => {
    sessionStorage.clear()
    return draw(<InstallOffer user={readerSample({ id: userId, totalPredictions: picks })} />)
  }
  const isOffered = () => screen.queryByRole('region', { name: 'PLP on your home screen' }) !== null

  test('is offered from the third visit with a saved pick on, once', async () => {
    const prompt = vi.fn(async () => ({ outcome: 'dismissed' as const }))
    window.plpInstall = Object.assign(new Event('beforeinstallprompt'), { prompt })
    visit(0).unmount()
    for (const _ of [1, 2]) {
      const { unmount } = visit(1)
      expect(isOffered()).toBe(false)
      unmount()
    }
    const { user, unmount } = visit(1)
    expect(isOffered()).toBe(true)
    await user.click(screen.getByRole('button', { name: 'Not now' }))
    expect(isOffered()).toBe(false)
    unmount()
    visit(1)
    expect(isOffered()).toBe(false)
    expect(prompt).not.toHaveBeenCalled()
    delete window.plpInstall
  })
})

describe('(R413) the bar without a connection', () => {
  beforeEach(() => void vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false))
  afterEach(() => void vi.restoreAllMocks())

  test.each(['/leaderboard', '/fixtures/1', '/'])('on %s', (at) => {
    draw(<Offline userId={userId} />, { at, answers: { '/api/live': 'offline' } })
    expect(screen.getByText('You’re offline.')).toBeDefined()
    expect(screen.queryAllByRole('link', { name: 'To your picks' })).toHaveLength(at === '/' ? 0 : 1)
  })
})
