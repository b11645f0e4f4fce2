import { screen, waitFor } from '@testing-library/react'
import { Route, Routes, useLocation } from 'react-router-dom'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { CurrentUser } from '../../../../src/areas/accounts/contract.ts'
import { Competition, CompetitionDetail } from '../../../../src/areas/competitions/contract.ts'
import { componentTests, draw, ok, problem } from '../../../../test/support/components.tsx'
import { named } from '../../../../test/support/named.ts'
import { competitionPageSample, competitionSample, signedInSample } from '../../../../test/support/samples.ts'
import { CompetitionsArea } from './CompetitionsArea.tsx'

componentTests()

const list = '/api/competitions'
const one = '/api/competitions/20?limit=50&offset=0'
const all = (...competitions: Competition[]) => ok(z.array(Competition), competitions)

let address = ''
function Address() {
  const { pathname, search } = useLocation()
  address = pathname + search
  return null
}

const area = (changes: Partial<CurrentUser> = {}) => (
  <>
    <Address />
    <Routes>
      <Route
        path="/competitions/*"
        element={<CompetitionsArea user={signedInSample(changes)} title="Competitions" adminPages={[]} />}
      />
    </Routes>
  </>
)

describe('the page of competitions', () => {
  test('keeps the filter in its address', async () => {
    const month = competitionSample({ name: 'September Challenge', type: 'monthly', status: 'ended' })
    const { user } = draw(area(), { at: '/competitions?status=ended', answers: { [list]: all(month) } })
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Type' }), 'Monthly')
    await user.type(screen.getByRole('searchbox'), 'SEPT')
    expect(address).toBe('/competitions?search=SEPT&status=ended&type=monthly')
    await user.clear(screen.getByRole('searchbox'))
    await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'All statuses')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Type' }), 'All types')
    expect(address).toBe('/competitions')
  })

  test('reads the filter from its address', async () => {
    const others = [competitionSample({ name: 'October' }), competitionSample({ id: 21, name: 'September' })]
    draw(area(), { at: '/competitions?search=sept', answers: { [list]: all(...others) } })
    await screen.findByText('1 competition')
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('sept')
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual(['September'])
  })

  test('lets only administrators create one', async () => {
    draw(area(), { at: '/competitions', answers: { [list]: all() } })
    await screen.findByText('No competitions found')
    expect(screen.queryByRole('button', { name: 'Create Competition' })).toBeNull()
  })

  test('opens the new one of an administrator', async () => {
    const answers = {
      [list]: all(),
      [`POST ${list}`]: ok(Competition, competitionSample()),
      [one]: ok(CompetitionDetail, competitionPageSample()),
    }
    const { user } = draw(area({ role: 'admin' }), { at: '/competitions', answers })
    await user.click(await screen.findByRole('button', { name: 'Create Competition' }))
    await user.type(screen.getByLabelText('Name'), 'Gameweek 20 Challenge')
    await user.type(screen.getByLabelText('Gameweek'), '20')
    await user.click(screen.getAllByRole('button', { name: 'Create Competition' }).at(-1)!)
    expect(await screen.findByRole('heading', { level: 1, name: 'Gameweek 20 Challenge' })).toBeDefined()
    expect(address).toBe('/competitions/20')
  })
})

describe('the page of a competition', () => {
  const at = '/competitions/20'
  const main = () => document.body.textContent!.replaceAll(/\s+/g, ' ')

  test('has its head, standings and prizes', async () => {
    const standings = [{ id: 1, user: named('ada'), ranking: 1, totalPoints: 45, exactScores: 3, prize: null }]
    const competition = competitionPageSample({
      ...{ type: 'weekly', status: 'active', isParticipant: true, participantCount: 1, prizePool: 2000 },
      ...{ maxParticipants: 50, standings },
    })
    draw(area(), { at, answers: { [one]: ok(CompetitionDetail, competition) } })
    expect(await screen.findByRole('heading', { level: 1, name: competition.name })).toBeDefined()
    expect(document.title).toContain(competition.name)
    expect(main()).toContain('3 Jan 2026 to 5 Jan 2026, gameweek 20')
    for (const text of ['Prize pool2,000', 'of 50 players1', 'Your rank1st', 'Your points45'])
      expect(main()).toContain(text)
    expect(await screen.findByRole('table', { name: `Standings of ${competition.name}` })).toBeDefined()
    const prizes = screen.getByRole('list', { name: 'Points for the first three' })
    expect(prizes.textContent).toBe('Rank 11,000 pointsRank 2600 pointsRank 3400 points')
    expect(screen.getByText(/^Most match points in the gameweek wins\./)).toBeDefined()
    expect(screen.queryByText('Draw and rounds')).toBeNull()
  })

  test.each([
    [{ id: 1, ...named('ada') }, 'You won'],
    [{ id: 2, ...named('nia') }, 'Winner: nia'],
  ])('names the winner, the reader as You', async (winner, text) => {
    const competition = competitionPageSample({ type: 'knockout', status: 'ended', isDrawn: true, winner })
    draw(area(), { at, answers: { [one]: ok(CompetitionDetail, competition) } })
    await screen.findByRole('heading', { level: 1 })
    expect(main()).toContain(text)
    expect(screen.getByRole('heading', { name: 'Rounds' })).toBeDefined()
  })

  test.each([
    [{ status: 'active', participantCount: 2 }, true, true],
    [{ status: 'ended', participantCount: 2, points: 5 }, true, false],
    [{ status: 'ended', participantCount: 2, points: 0 }, false, false],
    [{ status: 'ended', participantCount: 0 }, false, false],
    [{ status: 'ended', participantCount: 2, points: 0, type: 'cup', isDrawn: true }, true, false],
  ] as const)(
    'R355, R505: promises prizes only before its end, and lists none if none was paid: %o',
    async ({ points, ...changes }: { points?: number } & Partial<CompetitionDetail>, listed, promised) => {
      const participants = points === undefined ? [] : [{ id: 1, user: named('ada'), totalPoints: points }]
      const competition = competitionPageSample({ ...changes, participants })
      draw(area(), { at, answers: { [one]: ok(CompetitionDetail, competition) } })
      await screen.findByRole('heading', { level: 1 })
      expect(screen.queryByRole('heading', { name: 'Prizes' }) !== null).toBe(listed)
      expect(main().includes('Prizes go on your total at the end.')).toBe(promised)
    },
  )

  test('R505: says that nobody without points wins a prize, except in rounds', async () => {
    for (const [type, says] of [
      ['weekly', true],
      ['cup', false],
    ] as const) {
      const page = draw(area(), { at, answers: { [one]: ok(CompetitionDetail, competitionPageSample({ type })) } })
      await screen.findByRole('heading', { name: 'Prizes' })
      expect(main().includes('No points, no prize.')).toBe(says)
      page.unmount()
    }
  })

  test('has neither prizes, standings nor gameweeks where too few players joined', async () => {
    const competition = competitionPageSample({ type: 'cup', status: 'ended', participantCount: 1, firstGameweek: 15 })
    draw(area(), { at, answers: { [one]: ok(CompetitionDetail, competition) } })
    expect(await screen.findByText('Called off')).toBeDefined()
    for (const text of ['Prize pool', 'Prizes', 'Standings', 'gameweek 15']) expect(main()).not.toContain(text)
  })

  test('waits while it is loading, and is tried again after a failure', async () => {
    const { user, answer } = draw(area(), { at, answers: { [one]: problem(503) } })
    expect(screen.getByText('Loading the competition')).toBeDefined()
    expect(await screen.findByText('Failed to load the competition')).toBeDefined()
    answer(one, ok(CompetitionDetail, competitionPageSample()))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Gameweek 20 Challenge' })).toBeDefined()
  })

  test.each([
    ['999', { '/api/competitions/999?limit=50&offset=0': problem(404, 'Not found') }, 1],
    ['nonsense', {}, 0],
  ])('is not found at /competitions/%s', async (id, answers, requests) => {
    const { calls } = draw(area(), { at: `/competitions/${id}`, answers })
    expect(await screen.findByText('No competition has this address.')).toBeDefined()
    expect(screen.getAllByText('Competition not found')).toHaveLength(1)
    expect(screen.getByRole('link', { name: 'Back to Competitions' }).getAttribute('href')).toBe('/competitions')
    await waitFor(() => expect(document.title).toContain('Competition not found'))
    expect(calls).toHaveLength(requests)
  })
})
