import { describe, expect, test } from 'vitest'
import { given, rejected } from '../../../test/support/given.ts'
import { MOST_PASSKEYS } from './constants.ts'
import type { PasskeyEvent } from './events.ts'
import { passkeyDecider } from './passkey-decider.ts'

const [userId, at] = [7, '2026-11-27T09:00:00.000Z']
const keys = (credentialId: string) => ({ name: 'Phone', credentialId, publicKey: `key of ${credentialId}` })
const add = (credentialId: string) => ({ type: 'add', userId, at, ...keys(credentialId) }) as const
const remove = (passkeyId: number) => ({ type: 'remove', userId, passkeyId }) as const
const added = (passkeyId: number, credentialId = `credential-${passkeyId}`): PasskeyEvent => ({
  type: 'PasskeyAdded',
  data: { userId, passkeyId, ...keys(credentialId), addedAt: at },
})
const removed = (passkeyId: number): PasskeyEvent => ({ type: 'PasskeyRemoved', data: { userId, passkeyId } })

describe('passkeys of a player', () => {
  test('are numbered, and a number is never given again (R393)', () => {
    given(passkeyDecider)
      .when(add('a'))
      .then([added(1, 'a')])
    const done = given(passkeyDecider, [added(1), added(2), removed(2)]).when(add('c'))
    done.then([added(3, 'c')])
    expect(done.thenState().passkeys.map(({ passkeyId }) => passkeyId)).toEqual([1, 3])
    expect(given(passkeyDecider).state).toEqual({ added: 0, passkeys: [] })
  })

  test('are at most ten at once (R393)', () => {
    const ten = Array.from({ length: MOST_PASSKEYS }, (_, index) => added(index + 1))
    given(passkeyDecider, ten).when(add('another')).then(rejected('too-many'))
    given(passkeyDecider, [...ten, removed(4)])
      .when(add('another'))
      .then([added(11, 'another')])
  })

  test('are added once (R393)', () => {
    given(passkeyDecider, [added(1, 'a')])
      .when(add('a'))
      .then(rejected('already-added'))
    given(passkeyDecider, [added(1, 'a'), removed(1)])
      .when(add('a'))
      .then([added(2, 'a')])
  })

  test('are removed once (R394)', () => {
    const done = given(passkeyDecider, [added(1), added(2)]).when(remove(1))
    done.then([removed(1)])
    expect(done.thenState()).toEqual({ added: 2, passkeys: [{ passkeyId: 2, ...keys('credential-2'), addedAt: at }] })
    given(passkeyDecider, [added(1), removed(1)])
      .when(remove(1))
      .then(rejected('no-passkey'))
    given(passkeyDecider, [added(1)])
      .when(remove(2))
      .then(rejected('no-passkey'))
  })
})
