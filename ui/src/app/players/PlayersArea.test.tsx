import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Route, Routes, useLocation } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { League } from '../../../../src/areas/leagues/contract.ts'
import { Duel, Player, PlayerGameweek, PlayerPredictions } from '../../../../src/areas/players/contract.ts'
import { componentTests, done, draw, ok, problem } from '../../../../test/support/components.tsx'
import { duelSample, fixtureSample, playerPageSample, signedInSample } from '../../../../test/support/samples.ts'
import { shared } from '../../api/shared.ts'
import { toast } from '../../ui/Toast.tsx'
import { PlayersArea } from './PlayersArea.tsx'

componentTests()
beforeEach(() => {
  // The toast of an earlier test is not an answer to this one's action.
  toast(null)
  vi.setSystemTime('2025-11-29T18:00:00.000Z')
})
afterEach(() => {
  vi.useRealTimers()
})

let address = ''
function Address() {
  const { pathname, search } = useLocation()
  address = pathname + search
  return null
}
const area = (
  <>
    <Address />
    <Routes>
      <Route path="/players/*" element={<PlayersArea user={signedInSample()} title="Player" adminPages={[]} />} />
    </Routes>
  </>
)

const player = (changes: Partial<Player> = {}) => ok(Player, playerPageSample(changes))
const weeks = (...list: PlayerGameweek[]) => ok(z.array(PlayerGameweek), list)
const pick = (home: number, away: number, points: number | null = null) => ({
  predictedResult: home > away ? ('home' as const) : home < away ? ('away' as const) : ('draw' as const),
  ...{ predictedHomeScore: home, predictedAwayScore: away, pointsEarned: points },
  verdict:
    points === null
      ? null
      : points === 15
        ? ('exact' as const)
        : points === 0
          ? ('wrong' as const)
          : ('correct' as const),
})
const predictions = (changes: Partial<PlayerPredictions> = {}) =>
  ok(PlayerPredictions, { gameweek: 13, lastGameweek: 13, shown: 'all', picks: [], sealed: [], ...changes })

const path = '/api/players/2'
const picks = `${path}/predictions`
type Answers = NonNullable<NonNullable<Parameters<typeof draw>[1]>['answers']>
const drawPlayer = (answers: Answers = {}, at = '/players/2') =>
  draw(area, { at, answers: { [path]: player(), [`${path}/gameweeks`]: weeks(), [picks]: predictions(), ...answers } })
const region = (name: string) => screen.findByRole('region', { name })
const head = async () =>
  (await screen.findByRole('heading', { level: 1, name: 'nia' })).closest('section')!.textContent!
const lines = async (name: string) =>
  within(await region(name))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

describe('the page of a player', () => {
  test('has name, registration, followers and the season’s figures (R150)', async () => {
    drawPlayer({ [path]: player({ bio: 'Toon', location: 'Leeds', followers: 1 }) })
    const text = await head()
    expect(document.title).toContain('nia')
    for (const part of [
      'Leeds · with us since 3 Aug 2025 · 1 follower',
      'Toon',
      'Rank1st',
      'Points180',
      'Accuracy60%6 of 10 right',
    ])
      expect(text).toContain(part)
    expect(await screen.findByText('Starts with the first settled pick.')).toBeDefined()
    expect(await screen.findByText('You have no leagues in common.')).toBeDefined()
    expect(screen.getByText('No badges yet')).toBeDefined()
  })

  test('is followed and unfollowed', async () => {
    const { user, answer, writes } = drawPlayer()
    const FOLLOW = '/api/users/2/follow'
    const button = await screen.findByRole('button', { name: 'Follow', pressed: false })
    answer(`PUT ${FOLLOW}`, () => {
      answer(path, player({ isFollowing: true, followers: 1 }))
      return done
    })
    await user.click(button)
    expect(await screen.findByRole('button', { name: 'Following', pressed: true })).toBe(button)
    expect(await head()).toContain('1 follower')
    answer(`DELETE ${FOLLOW}`, () => {
      answer(path, player())
      return done
    })
    await user.click(button)
    expect(await screen.findByRole('button', { name: 'Follow', pressed: false })).toBe(button)
    expect(writes().map(({ method }) => method)).toEqual(['PUT', 'DELETE'])
  })

  test('links to the duel with the reader, which has a page of its own (R300)', async () => {
    drawPlayer({
      '/api/players/1/duel/2': ok(Duel, duelSample()),
      '/api/players/1/duel/2/picks': problem(403),
      [shared.myLeagues.key]: ok(z.array(League), []),
    })
    const link = await screen.findByRole('link', { name: 'Compare' })
    expect(link.getAttribute('href')).toBe('/players/1/duel/2')
    fireEvent.click(link)
    expect(await screen.findByRole('heading', { level: 1, name: 'Duel: you and nia' })).toBeDefined()
  })

  test('says that following failed', async () => {
    const { user } = drawPlayer({ 'PUT /api/users/2/follow': problem(409, 'nia has left') })
    await user.click(await screen.findByRole('button', { name: 'Follow' }))
    expect(await screen.findByText('Failed to follow nia')).toBeDefined()
    expect(screen.getByText('nia has left')).toBeDefined()
  })

  test('compares the gameweeks and figures of both (R151)', async () => {
    const both = [
      { gameweek: 12, theirs: 30, yours: 15 },
      { gameweek: 13, theirs: 150, yours: null },
    ]
    const { user } = drawPlayer({ [`${path}/gameweeks`]: weeks(...both) })
    expect(await screen.findByText('You won 0 gameweeks, nia won 1.')).toBeDefined()
    // The bar is as long as its figures: 15 to 30.
    const score = screen.getByText('15', { selector: 'span' }).parentElement!
    expect(score.textContent).toBe('You 15–nia 30')
    const lengths = score.nextElementSibling!.children
    expect([...lengths].map((each) => (each as HTMLElement).style.getPropertyValue('--v'))).toEqual(['15', '30'])
    const rows = within(await region('Head to head')).getAllByRole('row')
    expect(rows.map(({ textContent }) => textContent)).toContain('Exact scores112')
    expect(rows.map(({ textContent }) => textContent)).toContain('Rank–1st')
    const points = within(await region('Points by gameweek'))
    await user.click(points.getByRole('button', { name: /^Show as table/ }))
    const table = within(points.getByRole('table')).getAllByRole('row')
    expect(table.map(({ textContent }) => textContent)).toEqual(['GameweekniaYou', '123015', '13150–'])
  })

  test('has the leagues of both, with both ranks', async () => {
    const office = {
      ...{ id: 3, name: 'Office' },
      ...{ theirs: { ranking: 1, totalPoints: 180 }, yours: { ranking: 2, totalPoints: 15 } },
    }
    drawPlayer({ [path]: player({ leagues: [office] }) })
    expect(await lines('Leagues in common')).toEqual(['Office1st, you are 2nd, 165 behind180points'])
    expect(screen.getByRole('link', { name: 'Office' }).getAttribute('href')).toBe('/leagues/3')
  })

  test('shows the three rarest badges, and all on request', async () => {
    const badge = (id: string, rarity: 'common' | 'legendary') => ({
      ...({ id, name: id, description: `About ${id}`, category: 'points', icon: 'Trophy', points: 0, rarity } as const),
      unlockedAt: '2025-11-01T10:00:00.000Z',
    })
    const badges = [
      badge('one', 'common'),
      badge('two', 'common'),
      badge('three', 'common'),
      badge('four', 'legendary'),
    ]
    const { user } = drawPlayer({ [path]: player({ badges }) })
    expect(await screen.findByText('4 achievements')).toBeDefined()
    const shown = () => ['one', 'two', 'three', 'four'].filter((id) => screen.queryByText(`About ${id}`))
    expect(shown()).toEqual(['one', 'two', 'four'])
    await user.click(screen.getByRole('button', { name: 'Show all 4' }))
    expect(shown()).toHaveLength(4)
    await user.click(screen.getByRole('button', { name: 'Show less' }))
    expect(shown()).toHaveLength(3)
  })

  test('of the reader is as others see it, with a link to edit it', async () => {
    const own = { ...playerPageSample(), id: 1, username: 'ada', displayName: 'ada' }
    const mine = '/api/players/1'
    const answers = { [mine]: ok(Player, own), [`${mine}/gameweeks`]: weeks(), [`${mine}/predictions`]: predictions() }
    draw(area, { at: '/players/1', answers })
    expect(await screen.findByText(/this is how others see you/)).toBeDefined()
    expect(screen.getByRole('link', { name: 'Edit profile' }).getAttribute('href')).toBe('/profile')
    expect(screen.queryByRole('button', { name: /^Follow/ })).toBeNull()
    expect(screen.queryByText('Head to head')).toBeNull()
    expect(await screen.findByText('As your league mates see them')).toBeDefined()
  })

  test('is tried again after a failure, each part alone', async () => {
    const { user, answer } = drawPlayer({
      [path]: problem(503),
      [`${path}/gameweeks`]: problem(503),
      [picks]: problem(503),
    })
    expect(await screen.findByText('Failed to load player')).toBeDefined()
    answer(path, player())
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Failed to load the points by gameweek')).toBeDefined()
    expect(await screen.findByText('Failed to load the picks')).toBeDefined()
    answer(`${path}/gameweeks`, weeks())
    answer(picks, predictions())
    for (const button of screen.getAllByRole('button', { name: 'Try again' })) await user.click(button)
    expect(await screen.findByText('No matches in gameweek 13')).toBeDefined()
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  })

  test.each([
    ['999', { '/api/players/999': problem(404), '/api/players/999/gameweeks': problem(404) }],
    ['nia', {}],
  ])('is not found at /players/%s (R154)', async (id, answers) => {
    draw(area, { at: `/players/${id}`, answers })
    expect(await screen.findByRole('heading', { level: 1, name: 'Player not found' })).toBeDefined()
    expect(screen.getByRole('link', { name: 'Go to the leaderboard' }).getAttribute('href')).toBe('/leaderboard')
  })
})

describe('the revealed picks of a player', () => {
  const match = (id: number, changes: Parameters<typeof fixtureSample>[0] = {}) =>
    fixtureSample({ id, isOpen: false, ...changes })
  const finished = { status: 'FINISHED', homeScore: 2, awayScore: 1 } as const

  test('are next to the reader’s, and one line stands for the sealed (R152)', async () => {
    const shown = [
      { fixture: match(1, finished), theirs: pick(2, 1, 15), yours: pick(1, 1, 0) },
      { fixture: match(2, { kickoffTime: '2025-11-29T19:00:00.000Z' }), theirs: pick(0, 1), yours: null },
      { fixture: match(3, { status: 'CANCELLED' }), theirs: null, yours: pick(1, 0) },
    ]
    const later = { kickoffTime: '2025-12-01T20:05:00.000Z', isOpen: true }
    const sealed = [fixtureSample({ id: 4, ...later }), fixtureSample({ id: 5, ...later })]
    drawPlayer({ [picks]: predictions({ picks: shown, sealed }) })
    expect(await screen.findByText('Shown because you share a league')).toBeDefined()
    expect(await lines('Revealed picks')).toEqual([
      'Everton v Newcastle FT 2–1nia picked 2–1Your pick 1–115Exact',
      'Everton v Newcastle Kickoff Sat 19:00nia picked 0–1You: no pickPending',
      'Everton v Newcastle Cancellednia: no pickYour pick 1–0',
      'Everton v NewcastleCloses Mon 20:00, and 1 moreSealed',
    ])
  })

  test('keep the gameweek in the address', async () => {
    const before = [{ fixture: match(1, finished), theirs: pick(0, 0, 0), yours: null }]
    const { user } = drawPlayer({
      [`${picks}?gameweek=12`]: predictions({ gameweek: 12, picks: before }),
      [`${picks}?gameweek=13`]: predictions(),
    })
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Gameweek' }), 'Gameweek 12')
    expect(await screen.findByRole('list', { name: 'Picks of gameweek 12' })).toBeDefined()
    expect(address).toBe('/players/2?gameweek=12')
    await user.click(screen.getByRole('button', { name: 'Next gameweek' }))
    expect(address).toBe('/players/2?gameweek=13')
    await waitFor(() => expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Gameweek' }).value).toBe('13'))
  })

  test('shows others only public shares (R153)', async () => {
    const shared = [{ fixture: match(1, finished), theirs: pick(1, 0, 5), yours: null }]
    const sealed = [fixtureSample({ id: 4 })]
    drawPlayer({ [picks]: predictions({ shown: 'shared', picks: shared, sealed }) })
    expect(await screen.findByText('Shared with everyone')).toBeDefined()
    expect(await lines('Revealed picks')).toEqual(['Everton v Newcastle FT 2–1nia picked 1–0You: no pick5Correct'])
  })

  test('without a public share are for league mates (R153)', async () => {
    drawPlayer({ [picks]: predictions({ shown: 'shared', sealed: [fixtureSample({ id: 4 })] }) })
    expect(await screen.findByText('Picks are for league mates')).toBeDefined()
    expect(screen.getByRole('link', { name: 'Invite to a league' }).getAttribute('href')).toBe('/leagues')
  })

  test('show the points of the latest gameweeks to readers without a common league', async () => {
    const settled = [7, 8, 9, 10, 11, 12].map((gameweek) => ({ gameweek, theirs: gameweek, yours: null }))
    drawPlayer({
      [picks]: predictions({ shown: 'shared' }),
      [`${path}/gameweeks`]: weeks(...settled, { gameweek: 13, theirs: null, yours: 5 }),
    })
    const list = within(await screen.findByRole('list', { name: 'Points of nia' }))
    expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(
      [8, 9, 10, 11, 12].map((points) => `Gameweek ${points}nia: ${points} pointsYou: –`),
    )
  })

  test.each([
    [
      'before the first cutoff',
      { [picks]: predictions({ gameweek: null, lastGameweek: null }) },
      'No match has closed yet',
    ],
    [
      'without a prediction in the season (R422)',
      { [path]: player({ totalPredictions: 0 }) },
      'nia has not made a prediction this season.',
    ],
  ])('are none %s', async (_, answers, text) => {
    drawPlayer(answers)
    expect(await screen.findByText(text)).toBeDefined()
  })
})
