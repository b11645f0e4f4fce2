import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { given, rejected } from '../../../test/support/given.ts'
import { accountDecider as account } from './account-decider.ts'
import type { AccountEvent } from './events.ts'
import { usernameKey } from './username.ts'

const registered = (userId = 1, role: 'user' | 'admin' = 'user'): AccountEvent => ({
  type: 'UserRegistered',
  data: { userId, username: 'Ada', role },
})
const deleted = (userId = 1): AccountEvent => ({ type: 'UserDeleted', data: { userId } })
const register = (username: string, userId = 1) => ({
  type: 'register' as const,
  userId,
  username,
  role: 'user' as const,
})

describe('registering', () => {
  test('registering a free name creates an account', () => {
    given(account).when(register('Ada')).then([registered()])
  })

  test('a taken name is refused', () => {
    given(account, [registered()]).when(register('ADA', 2)).then(rejected('username-taken'))
  })

  test('a deleted user’s name can be registered again with another id', () => {
    given(account, [registered(), deleted()])
      .when(register('Ada', 2))
      .then([registered(2)])
  })

  test.each(['test_ada', 'TEST_ada', 'Test_1'])('%s is reserved for the testing tool', (name) => {
    given(account).when(register(name)).then(rejected('username-reserved'))
  })

  test.each(['Admin', 'moderator1', 'rnoderator', 'PLP_Support', 'y0u', 'the.staff'])(
    'T91: %s is reserved for players and free for the administrators that settings make',
    (username) => {
      given(account).when(register(username)).then(rejected('name-reserved'))
      given(account)
        .when({ ...register(username), role: 'admin' })
        .then([{ type: 'UserRegistered', data: { userId: 1, username, role: 'admin' } }])
    },
  )

  test('the testing tool may register test_ names', () => {
    given(account)
      .when({ ...register('test_ada'), reservedAllowed: true })
      .then([{ type: 'UserRegistered', data: { userId: 1, username: 'test_ada', role: 'user' } }])
  })

  test.each(['tester', 'testarossa', 'test-ada', 'a_b', 'a.b', 'x'.repeat(30)])(
    '%s is an allowed username',
    (username) => {
      given(account)
        .when(register(username))
        .then([{ type: 'UserRegistered', data: { userId: 1, username, role: 'user' } }])
    },
  )

  test.each(['ab', 'x'.repeat(31), 'a b c', 'Аda', 'ａｄａ', 'ada!', ''])(
    '%j is not 3 to 30 of letters, digits, _, -, . (T1)',
    (name) => {
      given(account).when(register(name)).then(rejected('username-invalid'))
    },
  )
})

describe('usernames are compared without case, space and compatibility forms (T1)', () => {
  test.each([
    ['Admin', 'admin'],
    ['admin ', 'admin'],
    ['ａｄｍｉｎ', 'admin'],
    ['ADMIN', 'admin'],
  ])('%j is %s', (name, key) => {
    expect(usernameKey(name)).toBe(key)
  })

  test('the key of a key is the same key', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => usernameKey(usernameKey(name)) === usernameKey(name)),
    )
  })

  test('allowed names that differ in more than case have different keys', () => {
    const name = fc.stringMatching(/^[A-Za-z0-9_.-]{3,30}$/)
    fc.assert(
      fc.property(name, name, (a, b) => (usernameKey(a) === usernameKey(b)) === (a.toLowerCase() === b.toLowerCase())),
    )
  })
})

describe('an account', () => {
  test('logs in; a sign-in beyond the hourly quota is not recorded', () => {
    given(account, [registered()])
      .when({ type: 'log-in', userId: 1, isNoted: true })
      .then([{ type: 'UserLoggedIn', data: { userId: 1 } }])
    given(account, [registered()]).when({ type: 'log-in', userId: 1, isNoted: false }).then([])
  })

  test('the user id of a deleted account cannot log into the new account of its name', () => {
    given(account, [registered(), deleted(), registered(2)])
      .when({ type: 'log-in', userId: 1, isNoted: true })
      .then(rejected('no-such-account'))
  })

  test('changes its role; the same role again changes nothing', () => {
    const promote = { type: 'change-role', userId: 1, role: 'admin', by: 9 } as const
    const promoted: AccountEvent = { type: 'UserRoleChanged', data: { userId: 1, role: 'admin' } }
    given(account, [registered()]).when(promote).then([promoted])
    given(account, [registered(), promoted]).when(promote).then([])
  })

  test('an administrator cannot change or delete their own account (T57)', () => {
    const own = given(account, [registered(1, 'admin')])
    own.when({ type: 'change-role', userId: 1, role: 'user', by: 1 }).then(rejected('own-account'))
    own.when({ type: 'delete', userId: 1, by: 1 }).then(rejected('own-account'))
    own.when({ type: 'change-password', userId: 1, how: 'admin', by: 1 }).then(rejected('own-account'))
  })

  test('R143: its owner can delete it, also when the owner is an administrator', () => {
    given(account, [registered()]).when({ type: 'delete', userId: 1, by: 1, isOwn: true }).then([deleted()])
  })

  test('is deleted once', () => {
    const remove = { type: 'delete', userId: 1, by: 9 } as const
    given(account, [registered()]).when(remove).then([deleted()])
    given(account, [registered(), deleted()]).when(remove).then(rejected('no-such-account'))
    given(account, [registered()])
      .when({ ...remove, why: 'abuse' })
      .then([{ type: 'UserDeleted', data: { userId: 1, why: 'abuse' } }])
  })

  test('keeps its state when it signs in or changes its password, and its id when it is deleted', () => {
    const active = given(account, [registered()]).state
    const events: AccountEvent[] = [
      { type: 'UserLoggedIn', data: { userId: 1 } },
      { type: 'UserPasswordChanged', data: { userId: 1, how: 'token' } },
    ]
    expect(given(account, [registered(), ...events]).state).toEqual(active)
    expect(given(account, [registered(), deleted()]).state).toEqual({ status: 'deleted', userId: 1 })
  })

  test('records how its password was changed', () => {
    given(account, [registered()])
      .when({ type: 'change-password', userId: 1, how: 'token', by: null })
      .then([{ type: 'UserPasswordChanged', data: { userId: 1, how: 'token' } }])
    given(account, [registered()])
      .when({ type: 'change-password', userId: 1, how: 'admin', by: 9, reason: 'Lost it' })
      .then([{ type: 'UserPasswordChanged', data: { userId: 1, how: 'admin', reason: 'Lost it' } }])
  })
})
