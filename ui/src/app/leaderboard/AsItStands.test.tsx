import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ProvisionalPage } from '../../../../src/areas/matches/contract.ts'
import { componentTests, draw, ok } from '../../../../test/support/components.tsx'
import { named } from '../../../../test/support/named.ts'
import { reads } from '../../features/matches/reads.ts'
import { store } from '../../lib/storage.ts'
import { AsItStands } from './AsItStands.tsx'

componentTests()

const BOARD = reads.board.key(10)
const entry = { ...{ id: 2, ...named('nia'), ranking: 1, movement: 2, points: null }, totalPoints: 900 }
const live = ok(ProvisionalPage, { provisional: { entries: [entry], total: 50, me: null } })

test('R275: the leaderboard has the board as it stands while matches are on', async () => {
  draw(<AsItStands userId={1} />, { answers: { [BOARD]: live } })
  const panel = within(await screen.findByRole('region', { name: 'Everybody' }))
  expect(panel.getByText('As it stands')).toBeDefined()
  expect(panel.getAllByRole('row')[1]!.textContent).toContain('nia')
})

test('R275, R277: it is absent while nothing is on, and not read while live scores are hidden', async () => {
  const nothing = draw(<AsItStands userId={1} />, { answers: { [BOARD]: ok(ProvisionalPage, { provisional: null }) } })
  await waitFor(() => expect(nothing.calls).toHaveLength(1))
  expect(screen.queryByRole('region')).toBeNull()
  nothing.unmount()
  store('plp.hide-live-scores', 'on')
  const hidden = draw(<AsItStands userId={1} />)
  expect(screen.queryByRole('region')).toBeNull()
  expect(hidden.calls).toEqual([])
})
