import { describe, test } from 'vitest'
import { given } from '../../../test/support/given.ts'
import type { LockoutEvent } from './events.ts'
import { lockoutDecider as lockout } from './lockout-decider.ts'

const key = 'k'
const ip = '203.0.113.7'
const noon = '2026-08-01T12:00:00.000Z'
const quarterPast = '2026-08-01T12:15:00.000Z'

const failed = (attempts: number): LockoutEvent => ({ type: 'LoginFailed', data: { key, ip, attempts } })
const locked: LockoutEvent = { type: 'IpLocked', data: { key, ip, attempts: 5, until: quarterPast } }
const unlocked = (how: 'expired' | 'admin' | 'login'): LockoutEvent => ({ type: 'IpUnlocked', data: { key, ip, how } })
const forgotten: LockoutEvent = { type: 'IpForgotten', data: { key } }
const fail = (attempts: number, lockedUntil: string | null = null, at = noon) =>
  ({ type: 'fail', at, key, ip, attempts, lockedUntil }) as const

describe('failed logins', () => {
  test('the first four are recorded', () => {
    given(lockout)
      .when(fail(1))
      .then([failed(1)])
    given(lockout, [failed(1), failed(2), failed(3)])
      .when(fail(4))
      .then([failed(4)])
  })

  test('the fifth locks the address for 15 minutes', () => {
    given(lockout, [failed(4)])
      .when(fail(5, quarterPast))
      .then([failed(5), locked])
  })

  test('the thirtieth across several accounts also locks it, even if own logins cleared failures', () => {
    given(lockout, [failed(4), unlocked('login')])
      .when(fail(30, quarterPast))
      .then([failed(30), { ...locked, data: { ...locked.data, attempts: 30 } }])
  })

  test('a locked address records nothing (T13)', () => {
    given(lockout, [failed(5), locked])
      .when(fail(5, quarterPast, '2026-08-01T12:14:59.999Z'))
      .then([])
  })

  test('after the lock the count restarts', () => {
    given(lockout, [failed(5), locked])
      .when(fail(1, null, quarterPast))
      .then([unlocked('expired'), failed(1)])
  })
})

describe('a successful login', () => {
  const succeed = { type: 'succeed', at: noon, key } as const
  test('clears the count', () => {
    given(lockout, [failed(3)])
      .when(succeed)
      .then([unlocked('login')])
  })
  test('records nothing without earlier failures', () => {
    given(lockout).when(succeed).then([])
    given(lockout, [failed(1), unlocked('login')])
      .when(succeed)
      .then([])
  })
  test('records that an earlier lock has expired', () => {
    given(lockout, [locked])
      .when({ ...succeed, at: quarterPast })
      .then([unlocked('expired')])
  })
})

describe('the end of a lock', () => {
  test('is recorded after 15 minutes, not before', () => {
    given(lockout, [locked])
      .when({ type: 'expire', at: quarterPast, key })
      .then([unlocked('expired')])
    given(lockout, [locked]).when({ type: 'expire', at: '2026-08-01T12:14:59.999Z', key }).then([])
    given(lockout, [failed(2)])
      .when({ type: 'expire', at: quarterPast, key })
      .then([])
  })
  test('is recorded once when an administrator unlocks', () => {
    given(lockout, [locked])
      .when({ type: 'unlock', key })
      .then([unlocked('admin')])
    given(lockout, [locked, unlocked('admin')])
      .when({ type: 'unlock', key })
      .then([])
    given(lockout).when({ type: 'unlock', key }).then([])
  })
  test('an administrator can remove an expired lock from the list', () => {
    given(lockout, [locked, unlocked('expired')])
      .when({ type: 'unlock', key })
      .then([unlocked('admin')])
  })
})

describe('forgetting an address', () => {
  test('happens once, and not while it is locked', () => {
    given(lockout, [locked, unlocked('expired')])
      .when({ type: 'forget', at: quarterPast, key })
      .then([forgotten])
    given(lockout, [locked]).when({ type: 'forget', at: quarterPast, key }).then([forgotten])
    given(lockout, [locked]).when({ type: 'forget', at: noon, key }).then([])
    given(lockout, [locked, forgotten]).when({ type: 'forget', at: quarterPast, key }).then([])
  })
})
