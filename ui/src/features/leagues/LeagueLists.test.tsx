import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { League } from '../../../../src/areas/leagues/contract.ts'
import { componentTests, done, draw, ok, problem } from '../../../../test/support/components.tsx'
import { leagueSample } from '../../../../test/support/samples.ts'
import { toast } from '../../ui/Toast.tsx'
import { Discover, MyLeagues } from './LeagueLists.tsx'
import { reads } from './reads.ts'

componentTests()
// The toast of an earlier test is not an answer to this one's action.
beforeEach(() => toast(null))

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

  test('are loaded in steps where there are many', async () => {
    const from = (id: number, count: number) =>
      Array.from({ length: count }, (_, nth) => leagueSample({ id: id + nth, name: `League ${id + nth}` }))
    const answers = { [first]: ok(leagues, from(1, 100)), [reads.mine.key(100)]: ok(leagues, from(101, 2)) }
    const { user } = draw(list, { answers })
    expect(await screen.findByText('League 100')).toBeDefined()
    expect(screen.queryByText('League 101')).toBeNull()
    await user.click(screen.getByText('Show more leagues'))
    expect(await screen.findByText('League 102')).toBeDefined()
    expect(screen.queryByText('Show more leagues')).toBeNull()
  })
})

describe('public leagues', () => {
  const path = reads.discover.key(60, 0)
  const other = leagueSample({
    ...{ id: 5, name: 'Groundhoppers', type: 'public', creatorId: 2, adminId: 2 },
    ...{ isMember: false, joinCode: undefined, standing: undefined },
  })

  test('may be none', async () => {
    draw(<Discover userId={1} />, { answers: { [path]: ok(leagues, [leagueSample({ name: 'My private one' })]) } })
    expect(await screen.findByText('No leagues available')).toBeDefined()
    expect(screen.queryByText('My private one')).toBeNull()
  })

  test('are joined with one click, and then show the membership', async () => {
    const { user, answer } = draw(<Discover userId={1} />, { answers: { [path]: ok(leagues, [other]) } })
    const join = await screen.findByRole('button', { name: 'Join Groundhoppers' })
    expect(screen.getByText('1 member')).toBeDefined()
    answer('POST /api/leagues/5/join', () => {
      answer(path, ok(leagues, [{ ...other, isMember: true, memberCount: 2, joinCode: 'ABCD2345' }]))
      return done
    })
    await user.click(join)
    expect(await screen.findByText('Joined league successfully')).toBeDefined()
    await waitFor(() => expect(screen.getByText('2 members')).toBeDefined())
    expect(screen.getByText('Member')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Join Groundhoppers' })).toBeNull()
  })

  test('can be tried again after a failure', async () => {
    const { user, answer } = draw(<Discover userId={1} />, { answers: { [path]: 'offline' } })
    expect(await screen.findByText('Failed to load leagues')).toBeDefined()
    answer(path, ok(leagues, [other]))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Groundhoppers')).toBeDefined()
  })
})
