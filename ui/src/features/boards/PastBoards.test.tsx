import { screen, waitFor, within } from '@testing-library/react'
import { useLocation, useSearchParams } from 'react-router-dom'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import {
  type AsOf,
  type BoardChange,
  PastBoard,
  type PastEntry,
  SettledBoard,
} from '../../../../src/areas/boards/contract.ts'
import { PastLeague } from '../../../../src/areas/leagues/contract.ts'
import { DELETED_PLAYER } from '../../../../src/contracts/names.ts'
import { componentTests, draw, ok, problem } from '../../../../test/support/components.tsx'
import { PastBoards } from './PastBoards.tsx'
import { pastOf, pastQuery } from './past.ts'
import { reads } from './reads.ts'

componentTests()

const ME = 3
const entry = (
  id: number | null,
  ranking: number,
  totalPoints: number,
  changes: Partial<PastEntry> = {},
): PastEntry => ({
  id,
  ...{
    username: id === null ? DELETED_PLAYER : `rival${id}`,
    displayName: id === null ? DELETED_PLAYER : `rival${id}`,
  },
  ...{ profileImage: null, ranking, totalPoints, exactScores: 1, correctPredictions: 5, settledPredictions: 10 },
  ...{ accuracy: 50, movement: 2, published: { ranking, totalPoints } },
  ...changes,
})
const change = (over: Partial<BoardChange> = {}): BoardChange => ({
  ...{ fixtureId: 9, gameweek: 1, home: 'Newcastle', away: 'Fulham' },
  before: { result: 'draw', homeScore: 1, awayScore: 1 },
  after: { result: 'home', homeScore: 2, awayScore: 1 },
  ...{ changedAt: '2025-11-03T09:40:00.000Z', reason: 'The feed missed a goal', ownPoints: 5 },
  ...over,
})
const asOf = (over: Partial<AsOf> = {}): AsOf => ({
  ...{
    gameweek: 2,
    view: 'corrected',
    settledAt: '2025-10-27T22:58:00.000Z',
    changes: [change()],
    changedPlayers: 412,
  },
  ...over,
})
const me = entry(ME, 2, 703, { published: { ranking: 3, totalPoints: 698 } })
const rows = [entry(1, 1, 705), me, entry(null, 3, 600)]
const board = (over: Partial<PastBoard> = {}) => ok(PastBoard, { entries: rows, total: 3, me, asOf: asOf(), ...over })
const settled = ok(z.array(SettledBoard), [
  { gameweek: 1, settledAt: '2025-10-20T22:00:00.000Z', changes: 0 },
  { gameweek: 2, settledAt: '2025-10-27T22:58:00.000Z', changes: 1 },
])
const keyOf = (gameweek: number, as: 'published' | 'corrected' = 'corrected', name = '') =>
  reads.past.key({ gameweek, season: null, as, from: 0, name }, 25)

function Page({ league }: { league?: { id: number; name: string } }) {
  const [query, setQuery] = useSearchParams()
  const { search } = useLocation()
  return (
    <>
      <PastBoards
        userId={ME}
        state={pastOf(query)}
        onState={(state) => setQuery(pastQuery(state))}
        {...(league && { league })}
      />
      <output>at {search}</output>
    </>
  )
}
const drawn = (
  answers: NonNullable<Parameters<typeof draw>[1]>['answers'] = {},
  league?: { id: number; name: string },
) =>
  draw(<Page {...(league && { league })} />, {
    answers: { [reads.settled.key(null)]: settled, [keyOf(2)]: board(), ...answers },
  })
const lines = async (name: string) =>
  within(await screen.findByRole('table', { name }))
    .getAllByRole('row')
    .slice(1)
    .map(({ textContent }) => textContent)

describe('boards through time', () => {
  test('R316 start with the latest gameweek as it stands now: old ranks and sums beside the new ones', async () => {
    drawn()
    expect(await lines('Everybody after gameweek 2, as it stands now')).toEqual([
      expect.stringMatching(/^Rank 1.*rival1.*705$/),
      expect.stringMatching(/^Rank 2.*You.*was 3rd.*was 698703$/),
      expect.stringMatching(/^Rank 3.*Deleted player.*600$/),
    ])
    expect(screen.getByRole('radio', { name: /^2\W+corrected since$/ })).toHaveProperty('checked', true)
    expect(screen.queryByRole('link', { name: DELETED_PLAYER })).toBeNull()
  })

  test('R317 say what changed, why, and what it did to the reader', async () => {
    drawn()
    const panel = within(await screen.findByRole('region', { name: 'What changed since' }))
    expect(panel.getByText('1 correction')).toBeDefined()
    expect(panel.getByText('412 players have other points now. You gained 5 and went from 3rd to 2nd.')).toBeDefined()
    const link = panel.getByRole('link', { name: 'Newcastle v Fulham is 2–1' })
    expect(link.getAttribute('href')).toBe(`/fixtures/${change().fixtureId}`)
    const [item] = panel.getAllByRole('listitem')
    expect(item!.textContent).toMatch(
      /^Newcastle v Fulham is 2–1was 1–12–1.*Why: The feed missed a goalYou gained 5\.$/,
    )
  })

  test.each([
    [{ after: { result: 'away', homeScore: null, awayScore: null } }, 'Newcastle v Fulham is awarded to Fulham'],
    [{ after: { result: 'draw', homeScore: null, awayScore: null } }, 'Newcastle v Fulham is awarded as a draw'],
    [{ after: null }, 'Newcastle v Fulham has no result'],
  ] as const)('R317 name an award and a lost result: %#', async (over, title) => {
    drawn({ [keyOf(2)]: board({ asOf: asOf({ changes: [change({ ...over, ownPoints: null })] }) }) })
    expect(await screen.findByText(title)).toBeDefined()
    expect(screen.getByText('You had no pick.')).toBeDefined()
  })

  test('R317 a late match is a note, not a correction', async () => {
    drawn({ [keyOf(2)]: board({ asOf: asOf({ changes: [change({ before: null, reason: null, ownPoints: 0 })] }) }) })
    const { parentElement: note } = await screen.findByRole('link', { name: 'Newcastle v Fulham is 2–1' })
    expect(note!.textContent).toMatch(
      /^Newcastle v Fulham is 2–1\. It belongs to gameweek 1 and counts since 3 Nov.*Your points stayed the same\.$/,
    )
    expect(screen.queryByText(/correction/)).toBeNull()
  })

  test('R315 as told then, after another gameweek: the address has both choices', async () => {
    const { user } = drawn({
      [keyOf(2, 'published')]: board({ asOf: asOf({ view: 'published', changedPlayers: null }) }),
      [keyOf(1, 'published')]: board({
        ...{ me: null, entries: rows.slice(0, 1) },
        asOf: asOf({ gameweek: 1, view: 'published', changes: [], changedPlayers: null }),
      }),
    })
    await user.click(await screen.findByRole('radio', { name: 'As told then' }))
    expect(await screen.findByText('This is what everybody saw that night. It never changes.')).toBeDefined()
    await user.click(screen.getByRole('radio', { name: '1' }))
    expect(await screen.findByText('This board is as it was that night.')).toBeDefined()
    expect(screen.getByText('You were not on the board after gameweek 1.')).toBeDefined()
    expect(screen.getByText(/^at /).textContent).toBe('at ?after=1&view=published')
  })

  test('find players by name', async () => {
    const { user } = drawn({ [keyOf(2, 'corrected', 'zz')]: board({ entries: [] }) })
    const box = await screen.findByRole('searchbox', { name: 'Find a player' })
    await user.click(box)
    await user.paste('zz')
    expect(await screen.findByText('No player found')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Clear search' }))
    await waitFor(() => expect(screen.getByText(/^at/).textContent).toBe('at '))
  })

  test('wait, fail and are empty before the first settled gameweek', async () => {
    const { user, answer } = drawn({ [reads.settled.key(null)]: problem(503) })
    expect(await screen.findByText('The boards did not load')).toBeDefined()
    answer(reads.settled.key(null), ok(z.array(SettledBoard), []))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('No board yet')).toBeDefined()
  })

  test('can be requested again after a failure', async () => {
    const { user, answer } = drawn({ [keyOf(2)]: problem(503, 'Away') })
    expect(await screen.findByText('The board did not load')).toBeDefined()
    answer(keyOf(2), board())
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('region', { name: 'What changed since' })).toBeDefined()
  })

  test('R319 of a league have its present members', async () => {
    const league = { id: 4, name: 'Back Post Club' }
    const person = { username: 'rival1', displayName: 'rival1', profileImage: null }
    drawn(
      {
        [reads.pastLeague.key(4, { season: null, gameweek: 2, as: 'corrected', from: 0, name: '' }, 25)]: ok(
          PastLeague,
          {
            ...{
              ...league,
              description: null,
              creatorId: 1,
              creator: person,
              adminId: 1,
              memberCount: 2,
              type: 'public',
            },
            ...{ status: 'active', createdAt: '2025-08-01T00:00:00.000Z', isMember: true, hasOwnRules: false },
            ...{ standings: rows.slice(0, 2), me, asOf: asOf() },
          },
        ),
      },
      league,
    )
    expect(await lines('Back Post Club after gameweek 2, as it stands now')).toHaveLength(2)
    expect(screen.queryByRole('searchbox')).toBeNull()
  })
})
