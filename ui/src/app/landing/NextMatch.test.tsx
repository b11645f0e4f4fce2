import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { NextMatch as Next } from '../../../../src/areas/fixtures/contract.ts'
import { componentTests, draw, ok, problem } from '../../../../test/support/components.tsx'
import { fixtureSample } from '../../../../test/support/samples.ts'
import { draftKey } from '../../features/predictions/draftKey.ts'
import { NextMatch } from './NextMatch.tsx'

componentTests()

const NEXT = '/api/fixtures/next'
const next = (changes: Partial<Next> = {}) => ok(Next, { fixture: fixtureSample(), players: 42, ...changes })

test('a stranger predicts the next match; the pick stays on the device (R247)', async () => {
  const { user, writes } = draw(<NextMatch />, { answers: { [NEXT]: next() } })
  expect(await screen.findByRole('heading', { name: 'Next: Everton v Newcastle' })).toBeDefined()
  expect(screen.getByText(/^Closes /)).toBeDefined()
  expect(screen.getByText('42 players in')).toBeDefined()
  await user.type(screen.getByRole('textbox', { name: /Everton/ }), '2')
  await user.type(screen.getByRole('textbox', { name: /Newcastle/ }), '1')
  expect(localStorage.getItem(draftKey('guest'))).toContain('"home":"2"')
  expect(writes()).toEqual([])
})

test.each([
  ['no match is open', next({ fixture: null })],
  ['the server does not answer', problem(503)],
])('nothing is shown while %s', async (_, answer) => {
  const { calls } = draw(<NextMatch />, { answers: { [NEXT]: answer } })
  await expect.poll(() => calls).toHaveLength(1)
  expect(screen.queryByRole('heading')).toBeNull()
})
