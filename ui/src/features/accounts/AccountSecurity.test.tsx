import { act, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { LockedAccount } from '../../../../src/areas/accounts/contract.ts'
import { componentTests, draw, ok, problem } from '../../../../test/support/components.tsx'
import { toast } from '../../ui/Toast.tsx'
import { AccountSecurity } from './AccountSecurity.tsx'

componentTests()
beforeEach(() => toast(null))
afterEach(() => {
  vi.useRealTimers()
})

const LIST = '/api/admin/locked-accounts'
const UNLOCK = 'POST /api/admin/unlock-account'
const UNLOCK_ALL = 'POST /api/admin/unlock-all'

const record = (ip: string, changes: Partial<LockedAccount> = {}): LockedAccount => ({
  ip,
  failedAttempts: 5,
  isCurrentlyLocked: true,
  remainingLockTimeMinutes: 15,
  lastAttempt: '2026-11-21T09:00:00.000Z',
  ...changes,
})
const ended = (ip: string) => record(ip, { isCurrentlyLocked: false, remainingLockTimeMinutes: 0 })
const list = (...records: LockedAccount[]) => ok(z.array(LockedAccount), records)
const message = (text: string) => ok(z.object({ message: z.string() }), { message: text })

/** The number or word of a tile. */
const tile = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent
const address = (ip: string) => within(screen.getByText(ip, { ignore: 'button *, strong' }).closest('li')!)

describe('locked addresses', () => {
  test('wait while the list is loading, without numbers and without Unlock All Accounts', () => {
    draw(<AccountSecurity />, { answers: { [LIST]: 'pending' } })
    expect(screen.getByText('Loading account lockouts')).toBeDefined()
    expect(tile('Currently Locked')).toBe('–')
    expect(tile('Recently Unlocked')).toBe('–')
    expect(screen.queryByRole('button', { name: 'Unlock All Accounts' })).toBeNull()
  })

  test('nobody locked: No Account Lockouts, the policy, and no Unlock All Accounts', async () => {
    draw(<AccountSecurity />, { answers: { [LIST]: list() } })
    expect(await screen.findByText('No Account Lockouts')).toBeDefined()
    expect(tile('Currently Locked')).toBe('0')
    expect(tile('Recently Unlocked')).toBe('0')
    expect(tile('Security Status')).toBe('Active')
    expect(screen.getByText('15-minute auto-unlock enabled')).toBeDefined()
    expect(screen.getByRole('heading', { name: 'Security Policy' })).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Unlock All Accounts' })).toBeNull()
  })

  test('can be requested again after a failure, with the words of the server', async () => {
    const { user, answer } = draw(<AccountSecurity />, { answers: { [LIST]: problem(503, 'The store is away') } })
    const alert = within(await screen.findByRole('alert'))
    expect(alert.getByText('Failed to load account lockouts')).toBeDefined()
    expect(alert.getByText('The store is away')).toBeDefined()
    answer(LIST, list(record('203.0.113.7')))
    await user.click(alert.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('1 address')).toBeDefined()
  })

  test('are counted, each with its failed attempts and its time', async () => {
    draw(<AccountSecurity />, {
      answers: { [LIST]: list(record('203.0.113.7'), record('203.0.113.8', { failedAttempts: 1 }), ended('10.0.0.1')) },
    })
    expect(await screen.findByText('2 addresses')).toBeDefined()
    expect(tile('Currently Locked')).toBe('2')
    expect(tile('Recently Unlocked')).toBe('1')
    expect(address('203.0.113.7').getByText('5 failed attempts')).toBeDefined()
    expect(address('203.0.113.7').getByText('Unlocks in: 15 minutes')).toBeDefined()
    expect(address('203.0.113.8').getByText('1 failed attempt')).toBeDefined()
  })

  test('a lock that ended by itself is listed as recently unlocked, without a button', async () => {
    draw(<AccountSecurity />, { answers: { [LIST]: list(ended('203.0.113.8')) } })
    expect(await screen.findByRole('heading', { name: 'Recently Unlocked' })).toBeDefined()
    const row = address('203.0.113.8')
    expect(row.getByText('Auto-unlocked')).toBeDefined()
    expect(row.getByText(/^Last attempt .*21 Nov/)).toBeDefined()
    expect(row.queryByRole('button')).toBeNull()
    expect(tile('Recently Unlocked')).toBe('1')
    expect(screen.queryByRole('heading', { name: 'Currently Locked' })).toBeNull()
  })

  test('come by pages of 20, and stay on a page that exists', async () => {
    const many = (count: number) => list(...Array.from({ length: count }, (_, n) => record(`10.0.0.${100 + n}`)))
    const opener = (n: number) => screen.findByRole('button', { name: `Unlock Now 10.0.0.${n}` })
    const { user, answer } = draw(<AccountSecurity />, { answers: { [LIST]: many(21) } })
    expect(await opener(119)).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Unlock Now 10.0.0.120' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Next page' }))
    expect(await opener(120)).toBeDefined()
    // The only address of the second page is unlocked meanwhile.
    answer(LIST, many(20))
    await user.click(screen.getByRole('button', { name: 'Refresh Status' }))
    expect(await opener(119)).toBeDefined()
  })
})

describe('unlocking', () => {
  test('Unlock Now lets one address in', async () => {
    const { user, answer, writes } = draw(<AccountSecurity />, {
      answers: { [LIST]: list(record('203.0.113.7')), [UNLOCK]: message('203.0.113.7 has been unlocked') },
    })
    const button = await screen.findByRole('button', { name: 'Unlock Now 203.0.113.7' })
    answer(LIST, list())
    await user.click(button)
    expect(await screen.findByText('203.0.113.7 has been unlocked')).toBeDefined()
    expect(await screen.findByText('No Account Lockouts')).toBeDefined()
    expect(writes()).toEqual([{ method: 'POST', path: '/api/admin/unlock-account', body: { ip: '203.0.113.7' } }])
  })

  test('Unlock All Accounts lifts every lock', async () => {
    const { user, answer, writes } = draw(<AccountSecurity />, {
      answers: {
        [LIST]: list(record('203.0.113.9'), record('203.0.113.10')),
        [UNLOCK_ALL]: message('All accounts have been unlocked'),
      },
    })
    const button = await screen.findByRole('button', { name: 'Unlock All Accounts' })
    answer(LIST, list())
    await user.click(button)
    expect(await screen.findByText('All accounts have been unlocked')).toBeDefined()
    expect(await screen.findByText('No Account Lockouts')).toBeDefined()
    expect(writes()).toEqual([{ method: 'POST', path: '/api/admin/unlock-all', body: undefined }])
  })

  test.each([
    ['Unlock Failed', 'Unlock Now 203.0.113.11', UNLOCK],
    ['Unlock All Failed', 'Unlock All Accounts', UNLOCK_ALL],
  ])('a failure is shown: %s', async (title, name, path) => {
    const { user, answer } = draw(<AccountSecurity />, {
      answers: { [LIST]: list(record('203.0.113.11')), [path]: problem(503, 'The store is away') },
    })
    const button = await screen.findByRole('button', { name })
    await user.click(button)
    expect(await screen.findByText(title)).toBeDefined()
    expect(screen.getByText('The store is away')).toBeDefined()
    answer(path, 'offline')
    await user.click(button)
    expect(await screen.findByText('Please try again later.')).toBeDefined()
    expect(screen.getByRole('button', { name: 'Unlock Now 203.0.113.11' })).toBeDefined()
  })
})

test('the list is read again every 30 seconds, and at once by Refresh Status', async () => {
  vi.useFakeTimers()
  const { calls } = draw(<AccountSecurity />, { answers: { [LIST]: list() } })
  const elapse = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  await elapse(100)
  expect(calls).toHaveLength(1)
  await elapse(29_000)
  expect(calls).toHaveLength(1)
  await elapse(1_000)
  expect(calls).toHaveLength(2)
  await elapse(5_000)
  act(() => screen.getByRole('button', { name: 'Refresh Status' }).click())
  await elapse(100)
  expect(calls).toHaveLength(3)
})

test('after a failure the list is read again 30 seconds later', async () => {
  vi.useFakeTimers()
  const { answer } = draw(<AccountSecurity />, { answers: { [LIST]: problem(503) } })
  await act(() => vi.advanceTimersByTimeAsync(100))
  expect(screen.getByText('The server did not answer.')).toBeDefined()
  answer(LIST, list())
  await act(() => vi.advanceTimersByTimeAsync(30_000))
  expect(screen.getByText('No Account Lockouts')).toBeDefined()
})
