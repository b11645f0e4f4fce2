import fc from 'fast-check'
import { expect, test } from 'vitest'
import { given, rejected } from '../../../test/support/given.ts'
import { administratorsDecider as administrators } from './administrators-decider.ts'
import type { AdministratorsEvent } from './events.ts'

const appointed = (userId: number): AdministratorsEvent => ({ type: 'AdministratorAppointed', data: { userId } })
const dismissed = (userId: number): AdministratorsEvent => ({ type: 'AdministratorDismissed', data: { userId } })

test('the last administrator cannot be dismissed (T57)', () => {
  given(administrators, [appointed(1)])
    .when({ type: 'dismiss', userId: 1 })
    .then(rejected('last-administrator'))
  given(administrators, [appointed(1), appointed(2), dismissed(2)])
    .when({ type: 'dismiss', userId: 1 })
    .then(rejected('last-administrator'))
})

test('one of two administrators can be dismissed', () => {
  given(administrators, [appointed(1), appointed(2)])
    .when({ type: 'dismiss', userId: 1 })
    .then([dismissed(1)])
})

test('appointing twice and dismissing another user change nothing', () => {
  given(administrators, [appointed(1)])
    .when({ type: 'appoint', userId: 1 })
    .then([])
  given(administrators, [appointed(1)])
    .when({ type: 'dismiss', userId: 7 })
    .then([])
})

test('no sequence of commands removes the last administrator (T57)', () => {
  const command = fc.record({
    type: fc.constantFrom('appoint' as const, 'dismiss' as const),
    userId: fc.integer({ min: 1, max: 4 }),
  })
  fc.assert(
    fc.property(fc.array(command, { maxLength: 60 }), (commands) => {
      let state = administrators.evolve(administrators.initialState, appointed(1))
      for (const asked of commands) {
        const outcome = administrators.decide(asked, state)
        if ('rejected' in outcome) continue
        state = outcome.reduce(administrators.evolve, state)
        expect(state.length).toBeGreaterThan(0)
        expect(new Set(state).size).toBe(state.length)
      }
    }),
  )
})
