import { screen, within } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { TableRow } from '../../../../src/areas/fixtures/contract.ts'
import { LiveDay, Match, MatchChange, MatchPicks } from '../../../../src/areas/matches/contract.ts'
import { GameweekPickOutcome, Prediction } from '../../../../src/areas/predictions/contract.ts'
import { Seal } from '../../../../src/areas/proofs/contract.ts'
import { outcomeOf } from '../../../../src/contracts/points.ts'
import { componentTests, draw, ok, problem } from '../../../../test/support/components.tsx'
import { fixtureSample, predictionSample, signedInSample, tableRowSample } from '../../../../test/support/samples.ts'
import { shared } from '../../api/shared.ts'
import { reads as predictions } from '../../features/predictions/reads.ts'
import { reads as proofs } from '../../features/proofs/reads.ts'
import { MatchArea } from './MatchArea.tsx'

componentTests()
beforeEach(() => {
  vi.setSystemTime('2025-11-29T17:02:10.000Z')
})
afterEach(() => {
  vi.useRealTimers()
})

const AFTER = { isOpen: false, status: 'FINISHED', homeScore: 2, awayScore: 1 } as const
const league = (id: number, name: string, predicted: number | null = null) => ({ id, name, memberCount: 14, predicted })
const match = (changes: Partial<Match> = {}) =>
  ok(Match, {
    fixture: fixtureSample(),
    ...{ isRevealed: false, predictions: 14_812, countedAt: '2025-11-29T17:02:00.000Z', players: 18_204 },
    leagues: [league(3, 'Back Post Club', 11)],
    ...changes,
  })
const score = (home: number, away: number) => ({ outcome: outcomeOf(home, away), home, away })
const count = (home: number, away: number, picks: number) => ({ result: outcomeOf(home, away), home, away, picks })
const mate = (id: number, username: string, pick: [number, number] | null) => ({
  ...{ id, username, displayName: username, profileImage: null },
  pick: pick && {
    ...{ predictedResult: outcomeOf(...pick), predictedHomeScore: pick[0], predictedAwayScore: pick[1] },
    ...{ pointsEarned: null, verdict: null },
  },
})
const crowd = [count(1, 1, 60), count(2, 1, 30), count(0, 2, 10)]
const revealed = (mates: MatchPicks['mates'] = [mate(1, 'ada', [2, 1]), mate(2, 'nia', [1, 1]), mate(3, 'ed', null)]) =>
  ok(MatchPicks, { crowd, mates })

type Answers = NonNullable<NonNullable<Parameters<typeof draw>[1]>['answers']>
const page = (answers: Answers, own: Prediction[] = [predictionSample()]) =>
  draw(
    <Routes>
      <Route path="/fixtures/*" element={<MatchArea user={signedInSample()} title="Match" adminPages={[]} />} />
    </Routes>,
    {
      at: '/fixtures/4',
      answers: {
        [predictions.mine.key]: ok(z.array(Prediction), own),
        [shared.clubs.key]: ok(z.array(TableRow), []),
        '/api/fixtures/4/history': ok(z.array(MatchChange), []),
        '/api/head-to-head/9/15': ok(z.array(z.any()), []),
        [proofs.ofMatch.key(4)]: ok(z.array(Seal), []),
        ...answers,
      },
    },
  )
const region = async (name: string) => (await screen.findByRole('region', { name })).textContent!
const rowsOf = async (name: string) =>
  within(await screen.findByRole('table', { name }))
    .getAllByRole('row')
    .map(({ textContent }) => textContent)

describe('the page of a match', () => {
  test('R270, R271: before the cutoff has a count, the own pick to change, and asks for no picks', async () => {
    const { user, calls, answer, writes } = page({ '/api/fixtures/4': match() })
    expect(await region('Everton v Newcastle')).toContain('Open, closes 17:25')
    expect(document.title).toContain('Everton v Newcastle')
    const text = await region('Picks so far')
    expect(text).toContain('at 17:0214,812 of 18,204 players')
    expect(text).toContain('Back Post Club: 11 of 14')
    expect(text).toContain('Everyone’s picks are revealed when it closes, 17:25.')
    const changed = predictionSample({ predictedHomeScore: 3 })
    answer(
      'PUT /api/predictions/gameweek/13',
      ok(z.array(GameweekPickOutcome), [{ fixtureId: 4, status: 200, prediction: changed }]),
    )
    answer(shared.user.key, problem(503))
    await user.click(await screen.findByRole('textbox', { name: 'Everton goals' }))
    await user.keyboard('3')
    await user.click(screen.getByRole('button', { name: 'Update' }))
    expect(await screen.findByText('Prediction updated!')).toBeDefined()
    expect(writes()[0]!.body).toMatchObject({ predictions: [{ fixtureId: 4, predictedHomeScore: 3 }] })
    expect(calls.filter(({ path }) => path.includes('/picks'))).toEqual([])
  })

  test('R504: does not call a pick missing that failed to load', async () => {
    const failed = { [predictions.mine.key]: problem(503) }
    const open = page({ '/api/fixtures/4': match(), ...failed })
    expect(await screen.findByText('Unable to load your predictions')).toBeDefined()
    expect(screen.queryByText('No pick yet')).toBeNull()
    open.unmount()
    vi.setSystemTime('2025-11-29T20:00:00.000Z')
    const fixture = fixtureSample(AFTER)
    const answers = {
      '/api/fixtures/4': match({ fixture, isRevealed: true }),
      '/api/fixtures/4/picks?league=3': revealed(),
    }
    const { user, answer } = page({ ...answers, ...failed })
    expect(await screen.findByText('Unable to load your predictions')).toBeDefined()
    expect(screen.queryByText('No pick')).toBeNull()
    expect(screen.queryByText(/You made none/)).toBeNull()
    answer(predictions.mine.key, ok(z.array(Prediction), []))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(
      await screen.findByText('You made none before 17:25. It counts 0 and stays out of your accuracy.'),
    ).toBeDefined()
    expect(screen.queryByText('Unable to load your predictions')).toBeNull()
  })

  test('R504: does not call an exact score the only one while the picks of everyone are unknown', async () => {
    vi.setSystemTime('2025-11-29T20:00:00.000Z')
    const exact = predictionSample({ pointsEarned: 15, verdict: 'exact', fixture: fixtureSample(AFTER) })
    const picks = '/api/fixtures/4/picks?league=3'
    const { answer, user } = page(
      { '/api/fixtures/4': match({ fixture: fixtureSample(AFTER), isRevealed: true }), [picks]: problem(503) },
      [exact],
    )
    await screen.findAllByText('Failed to load the picks')
    expect(screen.queryByText('Nobody else called it.')).toBeNull()
    answer(picks, ok(MatchPicks, { crowd: [count(2, 1, 1)], mates: [] }))
    await user.click(screen.getAllByRole('button', { name: 'Try again' })[0]!)
    expect(await screen.findByText('Nobody else called it.')).toBeDefined()
  })

  test('R270: with a result before its cutoff, a missing pick has no time that is still to come', async () => {
    page({ '/api/fixtures/4': match({ fixture: fixtureSample(AFTER) }) }, [])
    expect(await screen.findByText('You made none. It counts 0 and stays out of your accuracy.')).toBeDefined()
    // It has closed already.
    expect(await region('Picks so far')).toContain('Everyone’s picks are revealed at the cutoff, 17:25.')
  })

  test('R507: a club without a match has no place yet', async () => {
    const fixture = fixtureSample()
    const clubs = [
      tableRowSample({ ...fixture.homeTeam, position: 7, played: 0 }),
      tableRowSample({ ...fixture.awayTeam, position: 12 }),
    ]
    page({ '/api/fixtures/4': match({ fixture }), [shared.clubs.key]: ok(z.array(TableRow), clubs) })
    const head = await screen.findByRole('region', { name: 'Everton v Newcastle' })
    expect(await within(head).findByText('12th')).toBeDefined()
    expect(within(head).queryByText('7th')).toBeNull()
  })

  test('R273: changes that fail to load are reported, and can be requested again', async () => {
    const path = '/api/fixtures/4/history'
    const { user, answer } = page({ '/api/fixtures/4': match(), [path]: problem(503) })
    expect(await screen.findByText('Unable to load what was decided')).toBeDefined()
    const postponed = { type: 'FixturePostponed', at: '2025-11-29T16:00:00.000Z', summary: 'Postponed without a date' }
    answer(
      path,
      ok(z.array(MatchChange), [{ ...postponed, reason: 'Snow', byHand: true, isSimulated: false, result: null }]),
    )
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await region('What was decided')).toContain('Postponed without a date')
    expect(screen.queryByText('Unable to load what was decided')).toBeNull()
  })

  test('R509: a simulated result comes from no score feed', async () => {
    const change = {
      ...{ type: 'MatchFinished', at: '2025-11-29T16:00:00.000Z', summary: 'Result 2–1', reason: null },
      ...{ byHand: false, isSimulated: true, result: score(2, 1) },
    }
    page({
      '/api/fixtures/4': match({ fixture: fixtureSample(AFTER) }),
      '/api/fixtures/4/history': ok(z.array(MatchChange), [change]),
    })
    expect(await region('What was decided')).toContain('Result 2–1Sat 29 Nov, 16:00 · simulated')
  })

  test('R339: the last minute before the cutoff is no `0m`', async () => {
    vi.setSystemTime('2025-11-29T17:24:30.000Z')
    page({ '/api/fixtures/4': match() })
    expect(await screen.findByText('Closes in less than a minute')).toBeDefined()
  })

  test('R346: has its seal, or says why it has none, and the reader’s receipt', async () => {
    const own = predictionSample()
    const open = page({ '/api/fixtures/4': match() })
    expect(await region('The seal')).toContain('All picks are sealed a minute after the match closes.')
    const receipt = screen.getByRole('link', { name: 'Save your receipt' })
    expect(receipt.getAttribute('href')).toBe(`/api/predictions/${own.id}/receipt`)
    open.unmount()
    vi.setSystemTime('2025-11-29T17:26:00.000Z')
    const closed = { fixture: fixtureSample({ isOpen: false }), isRevealed: true }
    const answers = { '/api/fixtures/4': match(closed), '/api/fixtures/4/picks?league=3': revealed() }
    const seal = {
      ...{ id: 7, fixtureId: 4, season: '2025-26', gameweek: 13, home: 'Everton', away: 'Newcastle' },
      ...{ sealedAt: '2025-11-29T17:26:00.000Z', size: 18_204, fingerprint: 'ca97'.repeat(16) },
    }
    const waiting = page(answers)
    expect(await screen.findByText('The picks are being sealed.')).toBeDefined()
    waiting.unmount()
    const sealed = page({ ...answers, [proofs.ofMatch.key(4)]: ok(z.array(Seal), [seal]) })
    expect(await screen.findByText('18,204 picks sealed')).toBeDefined()
    expect(await region('The seal')).toContain('Fingerprint ca97 ca97 … ca97 ca97')
    sealed.unmount()
    vi.setSystemTime('2025-12-01T12:00:00.000Z')
    page(answers)
    expect(await screen.findByText('This match closed before the game sealed picks.')).toBeDefined()
  })

  test('R272: closed and not begun shows who said what, the reader’s first', async () => {
    vi.setSystemTime('2025-11-29T17:26:00.000Z')
    const fixture = fixtureSample({ isOpen: false })
    page({ '/api/fixtures/4': match({ fixture, isRevealed: true }), '/api/fixtures/4/picks?league=3': revealed() })
    const head = await region('Everton v Newcastle')
    expect(head).toContain('Revealed')
    expect(await screen.findByText('Kickoff in 4m. 29 others said so too.')).toBeDefined()
    expect(await rowsOf('Picks of Back Post Club')).toEqual([
      'PlayerPickSaid',
      'ADYouYour pick 2–1Everton',
      'NIniania picked 1–1Draw',
      'EDedno pick–',
    ])
    const crowdText = await region('How everybody called it, before kickoff')
    for (const part of ['100 picks', '30%30 picksEverton win', '60%60 picksDraw', '15 if it ends so, and yours'])
      expect(crowdText.replace(/(Everton win|Draw)(\d+%\d+ picks)/g, '$2$1')).toContain(part)
  })

  test('R273: full time has the points, a correction its reason and what it changed', async () => {
    vi.setSystemTime('2025-12-01T12:00:00.000Z')
    const history = [
      {
        type: 'MatchFinished',
        at: '2025-11-29T19:26:00.000Z',
        summary: 'Result 1–1',
        reason: null,
        byHand: false,
        isSimulated: false,
        result: score(1, 1),
      },
      {
        ...{ type: 'MatchResultCorrected', at: '2025-11-30T09:10:00.000Z', summary: 'Result corrected to 2–1 by hand' },
        ...{ reason: 'Our feed counted a goal too few.', byHand: true, isSimulated: false, result: score(2, 1) },
      },
    ]
    page({
      '/api/fixtures/4': match({ fixture: fixtureSample(AFTER), isRevealed: true }),
      '/api/fixtures/4/history': ok(z.array(MatchChange), history),
      '/api/fixtures/4/picks?league=3': revealed(),
    })
    expect(await region('Everton v Newcastle')).toContain('Full time, corrected')
    expect(await rowsOf('Picks of Back Post Club')).toEqual([
      'PlayerPickWasPaid',
      'ADYouYour pick 2–1015',
      'NIniania picked 1–1150',
      'EDedno pick––',
    ])
    expect(await screen.findByText('1 on 15, 1 on nothing, 1 without a pick.')).toBeDefined()
    const decided = await region('What was decided')
    expect(decided).toContain('Result corrected to 2–1Sun 30 Nov, 09:10 · decided by the game’s administrators')
    expect(decided).toContain(
      'Why: Our feed counted a goal too few.You went from 0 to 15. Points changed for 90 players.',
    )
    expect(decided).toContain('Result 1–1Sat 29 Nov, 19:26 · from the score feedYou got 0.')
  })

  test('a league is chosen; without one the rest stays a number', async () => {
    const leagues = [league(3, 'Back Post Club'), league(7, 'Office Floor Four')]
    const closed = { fixture: fixtureSample(AFTER), isRevealed: true }
    vi.setSystemTime('2025-12-01T12:00:00.000Z')
    const { user } = page({
      '/api/fixtures/4': match({ ...closed, leagues }),
      '/api/fixtures/4/picks': revealed(),
      '/api/fixtures/4/picks?league=7': revealed([mate(9, 'dee', null)]),
    })
    await rowsOf('Picks of your leagues')
    await user.selectOptions(screen.getByRole('combobox', { name: 'League' }), 'Office Floor Four')
    expect(await screen.findByText('Nobody in Office Floor Four picked this match.')).toBeDefined()
  })

  test('in no league, without a pick', async () => {
    vi.setSystemTime('2025-12-01T12:00:00.000Z')
    const closed = { fixture: fixtureSample(AFTER), isRevealed: true, leagues: [] }
    page({ '/api/fixtures/4': match(closed), '/api/fixtures/4/picks': revealed([]) }, [])
    expect(await screen.findByText('You are in no league yet')).toBeDefined()
    expect(
      await screen.findByText('You made none before 17:25. It counts 0 and stays out of your accuracy.'),
    ).toBeDefined()
  })

  test.each([
    [
      { status: 'POSTPONED', kickoffTime: null },
      false,
      'No new date yet. Picks are kept, and open again once there is one.',
    ],
    [{ status: 'POSTPONED' }, true, 'Postponed. The picks are open to see. They stand, and count when it is played.'],
    [{ status: 'CANCELLED' }, true, 'Pays nothing, and does not count against your accuracy.'],
    [
      { status: 'FINISHED', awardedResult: 'home' },
      true,
      'Awarded to Everton. The result pays 5. The bonus for an exact score does not.',
    ],
  ] as const)('says what %o means', async (changes, isRevealed, text) => {
    const fixture = fixtureSample({ isOpen: false, ...changes })
    page({ '/api/fixtures/4': match({ fixture, isRevealed }), '/api/fixtures/4/picks?league=3': revealed() })
    expect(await screen.findByText(text)).toBeDefined()
  })

  test('R337: without a pick, a match postponed before its cutoff can still be predicted', async () => {
    const fixture = fixtureSample({ isOpen: false, status: 'POSTPONED', kickoffTime: null, cutoffTime: null })
    page({ '/api/fixtures/4': match({ fixture, isRevealed: false }) }, [])
    expect(await screen.findByText('Predict it once there is a date.')).toBeDefined()
    expect(screen.queryByText(/^You made none/)).toBeNull()
  })

  test('R329: the place of the next goal is there before it', async () => {
    const fixture = fixtureSample({ isOpen: false, status: 'LIVE', homeScore: 0, awayScore: 0 })
    page({
      '/api/fixtures/4': match({ fixture, isRevealed: true }),
      '/api/fixtures/4/picks?league=3': revealed(),
      '/api/live': ok(LiveDay, { fixtures: [fixture], goals: [], provisional: null }),
    })
    expect((await screen.findByText('No goal so far')).getAttribute('role')).toBe('status')
  })

  test('R275: live has the score, the next goal, goals in order and points as they stand', async () => {
    vi.setSystemTime('2025-11-29T18:00:30.000Z')
    const fixture = fixtureSample({ isOpen: false, status: 'LIVE', homeScore: 2, awayScore: 1 })
    const goal = (home: number, away: number, at: string, side: 'home' | 'away') => ({
      ...{
        id: at,
        fixtureId: 4,
        at: `2025-11-29T${at}:00.000Z`,
        home,
        away,
        side,
        isTakenBack: false,
        gained: 30,
        lost: 60,
      },
    })
    const goals = [goal(2, 1, '18:00', 'home'), goal(1, 1, '17:50', 'away'), goal(1, 0, '17:40', 'home')]
    page({
      '/api/fixtures/4': match({ fixture, isRevealed: true }),
      '/api/fixtures/4/picks?league=3': revealed(),
      '/api/live': ok(LiveDay, { fixtures: [fixture], goals, provisional: null }),
    })
    expect(await screen.findByText('Goal for Everton')).toBeDefined()
    expect(screen.getByText('+15 for you')).toBeDefined()
    const head = await region('Everton v Newcastle')
    for (const part of [
      'Live',
      'Points are paid at full time.',
      'Everton score5 down 10Stays 2–115Newcastle score0 down 15',
    ])
      expect(head).toContain(part)
    expect(await rowsOf('Picks of Back Post Club')).toEqual([
      'PlayerPickAs it standsEverton scoreNewcastle score',
      'ADYouYour pick 2–11550',
      'NIniania picked 1–1005',
      'EDedno pick–––',
    ])
    expect(await region('As it happened')).toMatch(
      /18:00.*15 points up for you.*17:50.*5 points down for you.*17:40.*5 points up/,
    )
    expect(await region('How everybody called it')).toContain('30 said 2–1, the score now: 30%.')
    expect(document.title).not.toMatch(/\d–\d/)
  })

  test('R294: a league with rules of its own shows its points, with jokers, beside those everywhere', async () => {
    const fixture = fixtureSample(AFTER)
    const mates = [
      { ...mate(1, 'ada', [2, 1]), joker: true },
      { ...mate(2, 'nia', [3, 2]), joker: false },
    ]
    const scoring = { result: 5, goalDifference: 7, exact: 10 }
    page({
      '/api/fixtures/4': match({ fixture, isRevealed: true }),
      '/api/fixtures/4/picks?league=3': ok(MatchPicks, { crowd, mates, scoring }),
    })
    const table = await screen.findByRole('table', { name: 'Picks of Back Post Club' })
    const [, first, second] = within(table).getAllByRole('row')
    expect(first!.textContent).toMatch(/Joker ×22015$/)
    expect(second!.textContent).toMatch(/nia.*75$/)
  })

  test('hidden scores cover result, points and picks until they are shown', async () => {
    localStorage.setItem('plp.hide-live-scores', 'on')
    vi.setSystemTime('2025-11-29T19:40:00.000Z')
    const { user } = page({
      '/api/fixtures/4': match({ fixture: fixtureSample(AFTER), isRevealed: true }),
      '/api/fixtures/4/picks?league=3': revealed(),
    })
    expect(await screen.findByText('Live scores are hidden')).toBeDefined()
    expect(document.body.textContent).not.toMatch(/Exact|15/)
    await user.click(screen.getByRole('button', { name: 'Show this one' }))
    expect(await rowsOf('Picks of Back Post Club')).toContain('ADYouYour pick 2–115')
  })

  test('an unknown match and a failure', async () => {
    const { answer, user } = page({ '/api/fixtures/4': problem(503, 'The server rests.') })
    expect(await screen.findByText('This match did not load')).toBeDefined()
    answer('/api/fixtures/4', problem(404))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Match not found' })).toBeDefined()
  })
})
