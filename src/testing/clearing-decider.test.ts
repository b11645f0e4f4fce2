import { expect, test } from 'vitest'
import { given } from '../../test/support/given.ts'
import { simulationAggregate } from './clearing-decider.ts'

const { decider } = simulationAggregate
const cleared = (clearing: string) => ({ type: 'SimulationCleared', data: { clearing } }) as const

test('R165 a clear is said in the log', () => {
  given(decider, [])
    .when({ type: 'clear', clearing: 'first' })
    .then([cleared('first')])
  given(decider, [cleared('first')])
    .when({ type: 'clear', clearing: 'second' })
    .then([cleared('second')])
})

test('R165 a clear that is begun again is said once', () => {
  given(decider, [cleared('first')])
    .when({ type: 'clear', clearing: 'first' })
    .then([])
  expect(decider.initialState.cleared).toBeNull()
})
