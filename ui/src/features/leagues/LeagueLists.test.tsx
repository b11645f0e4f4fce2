import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { League } from '../../../../src/areas/leagues/contract.ts'
import { componentTests, draw, ok, problem } from '../../../../test/support/components.tsx'
import { leagueSample } from '../../../../test/support/samples.ts'
import { MyLeagues } from './LeagueLists.tsx'
import { reads } from './reads.ts'

componentTests()

const leagues = z.array(League)
const list = <MyLeagues userId={1} actions={<button type="button">Create League</button>} chatOf={() => null} />
const first = reads.mine.key(0)

describe('my leagues', () => {
  test('wait while the list is loading', () => {
    draw(list, { answers: { [first]: 'pending' } })
    expect(screen.getByText(/loading/i)).toBeDefined()
  })

  test('are empty with a way to start', async () => {
    draw(list, { answers: { [first]: ok(leagues, [], { 'Plp-Total': '0' }) } })
    expect(await screen.findByText('No leagues yet')).toBeDefined()
    expect(screen.getByRole('button', { name: 'Create League' })).toBeDefined()
  })

  test('can be tried again after a failure', async () => {
    const { user, answer } = draw(list, { answers: { [first]: problem(500) } })
    await user.click(await screen.findByRole('button', { name: /try again/i }))
    answer(first, ok(leagues, [leagueSample({ name: 'Office' })], { 'Plp-Total': '1' }))
    await user.click(await screen.findByRole('button', { name: /try again/i }))
    expect(await screen.findByText('Office')).toBeDefined()
  })

  test('mark those the reader administers', async () => {
    const mine = leagueSample({ id: 3, name: 'Mine', adminId: 1 })
    const other = leagueSample({ id: 4, name: 'Other', adminId: 2 })
    draw(list, { answers: { [first]: ok(leagues, [mine, other], { 'Plp-Total': '2' }) } })
    await screen.findByText('Mine')
    expect(screen.getAllByText('Admin')).toHaveLength(1)
  })
})
