import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { Analytics } from '../../../../src/areas/analytics/contract.ts'
import { componentTests, draw } from '../../../../test/support/components.tsx'
import { teamSample } from '../../../../test/support/samples.ts'
import { LeagueOverview } from './LeagueOverview.tsx'
import { TeamPerformance } from './TeamPerformance.tsx'

componentTests()

const none = { settledPredictions: 0, correctPredictions: 0, accuracy: 0, points: 0 }
const nobody: Analytics = Analytics.parse({
  users: {
    ...{ season: null, seasons: [], totalPredictions: 0, matches: 0, settledMatches: 0, ...none, players: 0 },
    ...{ gameweeks: [], saved: [], scores: [], rankedFrom: 0, ranked: 0, topUsers: [] },
    outcomes: (['home', 'draw', 'away'] as const).map((result) => ({ result, matches: 0, ...none, own: none })),
    me: { ranking: null, ...none },
  },
  teams: { clubs: [], upsets: [] },
  leagues: { total: 0, medianMembers: 0, sizes: [], gameweek: null, gameweekBefore: null, leagues: [] },
})

type Clubs = Analytics['teams']['clubs'][number]
/** A club with eight picks. It won all four matches, which a quarter of the picks predicted. */
const club = (id: number, name: string, changes: Partial<Clubs> = {}): Clubs => ({
  ...teamSample(id, name),
  ...{ matches: 4, won: 4, drawn: 0, lost: 0 },
  ...{ settledPredictions: 8, correctPredictions: 2, accuracy: 25 },
  ...{ saidWin: 2, saidDraw: 0, saidLoss: 6, saidPoints: 0.75, points: 3, pointsBias: -2.25 },
  ...{ saidGoals: 1, goals: 2.5, goalsBias: -1.5 },
  ...changes,
})
const unpicked = {
  ...{ matches: 0, won: 0, settledPredictions: 0, correctPredictions: 0, accuracy: 0, saidWin: 0, saidLoss: 0 },
  ...{ saidPoints: null, points: null, pointsBias: null, saidGoals: null, goals: null, goalsBias: null },
}
type Upset = Analytics['teams']['upsets'][number]
const upset = (changes: Partial<Upset> = {}): Upset => ({
  ...{ fixtureId: 4, gameweek: 13, homeTeam: 'Everton', awayTeam: 'Newcastle', homeCode: 'EVE', awayCode: 'NEW' },
  ...{ homeScore: 0, awayScore: 2, result: 'away' as const, said: 'home' as const, saidPredictions: 7 },
  ...{ settledPredictions: 8, correctPredictions: 1, accuracy: 12.5 },
  ...changes,
})
type League = Analytics['leagues']['leagues'][number]
const league = (id: number, name: string, changes: Partial<League> = {}): League => ({
  ...{ id, name, type: 'public' as const, isMember: false, memberCount: 6, predictions: 30, predictionsBefore: 20 },
  ...{ activityTrend: 'increasing' as const, averageAccuracy: 40, countedMembers: 6 },
  ...changes,
})

const figure = (title: string) => within(screen.getByRole('region', { name: title }))
const said = (title: string) => screen.getByRole('region', { name: title }).textContent
/** The rows of a figure's table, with a space between cells. */
async function rowsOf(user: { click(element: Element): Promise<void> }, title: string) {
  await user.click(figure(title).getByRole('button', { name: /^Show as table/ }))
  return figure(title)
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map(({ textContent }) => textContent).join(' '))
}

describe('the performance of clubs', () => {
  const settled = (changes: Partial<Analytics['users']> = {}, teams: Partial<Analytics['teams']> = {}): Analytics =>
    Analytics.parse({
      ...nobody,
      users: { ...nobody.users, settledMatches: 4, settledPredictions: 8, ...changes },
      teams: { ...nobody.teams, ...teams },
    })

  test('is empty before the first settled pick, chart by chart', () => {
    draw(<TeamPerformance analytics={nobody} />)
    expect(screen.getAllByText('No settled picks yet.')).toHaveLength(4)
    expect(screen.getByText('No upsets yet: the crowd has called every match.')).toBeDefined()
    expect(screen.queryByRole('button', { name: /^Show as table/ })).toBeNull()
  })

  test('R186: clubs by accuracy, and without a pick none', async () => {
    const clubs = [
      club(9, 'Everton', { accuracy: 75, correctPredictions: 6 }),
      club(15, 'Newcastle'),
      club(3, 'Leeds', unpicked),
    ]
    const { user } = draw(<TeamPerformance analytics={settled({}, { clubs })} />)
    const title = 'Most and least predictable clubs'
    expect(said(title)).toContain('75.0% of the picks on Everton were right, 25.0% of those on Newcastle.')
    expect(await rowsOf(user, title)).toEqual(['Everton FC 75.0% 6 8', 'Newcastle FC 25.0% 2 8', 'Leeds FC – 0 0'])
  })

  test('R182 R186: what the crowd overrates and underrates, with points and goals', async () => {
    const over = club(15, 'Newcastle', { won: 0, saidWin: 8, saidPoints: 3, points: 0, pointsBias: 3, goalsBias: 0.25 })
    const clubs = [club(9, 'Everton'), over, club(3, 'Leeds', unpicked)]
    const { user } = draw(<TeamPerformance analytics={settled({}, { clubs })} />)
    const title = 'Where the crowd gets it wrong'
    expect(said(title)).toContain('+100 points: the crowd overrates Newcastle. 100% backed them to win; they won 0%.')
    expect(said(title)).toContain('Plus: overrated. Minus: underrated.')
    expect(await rowsOf(user, title)).toEqual([
      'Newcastle FC 100.0% 0.0% +100 3.00 0.00 +3.00 1.00 2.50 +0.25',
      'Everton FC 25.0% 100.0% −75 0.75 3.00 −2.25 1.00 2.50 −1.50',
    ])
  })

  test('R182: upsets, also of an awarded match', async () => {
    const awarded = upset({ fixtureId: 5, homeScore: null, awayScore: null, correctPredictions: 4 })
    const { user } = draw(<TeamPerformance analytics={settled({}, { upsets: [upset(), awarded] })} />)
    expect(said('Biggest upsets')).toContain(
      '87.5% were wrong about Everton 0–2 Newcastle in gameweek 13: 87.5% picked a home win.',
    )
    expect(await rowsOf(user, 'Biggest upsets')).toEqual([
      'Everton 0–2 Newcastle 13 Home win 87.5% 8',
      'Everton v Newcastle, awarded: away win 13 Home win 50.0% 8',
    ])
  })

  test('R182: results against picks, and the crowd by gameweek', async () => {
    const picked = { home: [6, 1], draw: [0, 1], away: [2, 2] } as const
    const outcomes = (['home', 'draw', 'away'] as const).map((result) => ({
      ...{ result, ...none, own: none, matches: picked[result][1], settledPredictions: picked[result][0] },
    }))
    const week = { matches: 4, homeWins: 1, ...none, own: null }
    const gameweeks = [
      { ...week, gameweek: 12 },
      { ...week, gameweek: 13, settledPredictions: 8, accuracy: 62.5 },
    ]
    const { user } = draw(<TeamPerformance analytics={settled({ outcomes, gameweeks })} />)
    const title = 'Which results are overrated'
    expect(said(title)).toContain('+50 points: the crowd picks too many home wins. 75% of picks, 25% of matches.')
    expect(await rowsOf(user, title)).toEqual([
      'Home win 75.0% 25.0% +50',
      'Away win 25.0% 50.0% −25',
      'Draw 0.0% 25.0% −25',
    ])
    expect(said('The crowd, gameweek by gameweek')).toContain('62.5% in gameweek 13.')
    expect(await rowsOf(user, 'The crowd, gameweek by gameweek')).toEqual(['12 – 25.0%', '13 62.5% 25.0%'])
  })
})

describe('the overview of leagues', () => {
  const leagues = (changes: Partial<Analytics['leagues']>): Analytics =>
    Analytics.parse({
      ...nobody,
      users: { ...nobody.users, accuracy: 41.5, settledPredictions: 8 },
      leagues: { ...nobody.leagues, ...changes },
    })
  const tiles = () => screen.getAllByRole('term').map((term) => term.parentElement!.textContent)

  test('is empty without leagues', () => {
    draw(<LeagueOverview analytics={nobody} />)
    expect(screen.getByText('Starts with the first settled gameweek.')).toBeDefined()
    expect(screen.getByText('Appears once a league has five members with settled picks.')).toBeDefined()
    expect(screen.getByText('No public leagues yet, and none of your own.')).toBeDefined()
    expect(tiles()).toEqual([
      expect.stringMatching(/^Leagues0/),
      expect.stringMatching(/^Median league size0/),
      expect.stringMatching(/^Your leagues0/),
      expect.stringMatching(/^Average Accuracy–/),
    ])
  })

  test('R184: activity, accuracy and sizes', async () => {
    const all = [league(1, 'Office', { isMember: true }), league(2, 'Pub', { countedMembers: 4, predictions: 3 })]
    const sizes = [
      { from: 1, to: 1, leagues: 0 },
      { from: 2, to: 4, leagues: 1 },
      { from: 61, to: null, leagues: 2 },
    ]
    const analytics = leagues({ total: 3, medianMembers: 6, gameweek: 13, gameweekBefore: 12, leagues: all, sizes })
    const { user } = draw(<LeagueOverview analytics={analytics} />)
    expect(tiles()).toEqual([
      expect.stringMatching(/^Leagues3/),
      expect.stringMatching(/^Median league size6/),
      expect.stringMatching(/^Your leagues1/),
      expect.stringMatching(/^Average Accuracy41\.5%/),
    ])
    expect(said('Leagues by activity')).toContain(
      '30 settled picks in Office in gameweek 13, 50% more than the gameweek before.',
    )
    expect(await rowsOf(user, 'Leagues by activity')).toEqual(['Office 30 20 increasing', 'Pub 3 20 increasing'])
    expect(said('Average accuracy by league')).toContain('40.0% Office, yours, the best of all leagues')
    // Four members are too few for a mean.
    expect(await rowsOf(user, 'Average accuracy by league')).toEqual(['Office 40.0% 6'])
    expect(said('League sizes')).toContain('2 of 3 leagues have 61 or more members.')
    expect(await rowsOf(user, 'League sizes')).toEqual(['1 0', '2 to 4 1', '61 or more 2'])
  })

  test('has no trend in the first settled gameweek', async () => {
    const analytics = leagues({
      total: 1,
      gameweek: 1,
      leagues: [league(1, 'Office', { predictionsBefore: 0 })],
      sizes: [{ from: 2, to: 4, leagues: 1 }],
    })
    const { user } = draw(<LeagueOverview analytics={analytics} />)
    expect(said('Leagues by activity')).toContain('30 settled picks in Office in gameweek 1.')
    expect(await rowsOf(user, 'Leagues by activity')).toEqual(['Office 30 – –'])
  })
})
