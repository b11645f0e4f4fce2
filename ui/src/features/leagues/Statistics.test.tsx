import { fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { LeagueStatistics } from '../../../../src/areas/leagues/contract.ts'
import { componentTests, draw, ok, problem } from '../../../../test/support/components.tsx'
import { named } from '../../../../test/support/named.ts'
import { leagueStatisticsSample } from '../../../../test/support/samples.ts'
import { Statistics } from './Statistics.tsx'

componentTests()

type Member = LeagueStatistics['members'][number]
const member = (id: number, username: string, changes: Partial<Member> = {}): Member => ({
  ...{ id, role: 'member', user: { id, ...named(username) }, totalPredictions: 0, correctPredictions: 0 },
  ...{ settledPredictions: 0, streak: 0, totalPoints: 0, weeklyPoints: 0, ...changes },
})
const maya = member(3, 'maya', {
  ...{ totalPredictions: 124, correctPredictions: 41, settledPredictions: 120 },
  ...{ streak: 4, totalPoints: 512, weeklyPoints: 20 },
})
const nia = member(2, 'nia.okafor', { role: 'admin' })

const drawWith = (
  changes: Partial<LeagueStatistics>,
  answers: NonNullable<Parameters<typeof draw>[1]>['answers'] = {},
) =>
  draw(<Statistics statistics={LeagueStatistics.parse(leagueStatisticsSample(changes))} username="nia.okafor" />, {
    answers,
  })
const text = () => document.body.textContent!
const items = (name: string) => within(screen.getByRole('list', { name })).queryAllByRole('listitem', { hidden: true })
const lines = (name: string) => items(name).map(({ textContent }) => textContent)
const bar = () => screen.getByRole('meter', { name: 'Activity' }).getAttribute('aria-valuenow')

describe('the statistics of a league', () => {
  test('name their first tile Members, for a league of one too (R442)', () => {
    drawWith({ memberCount: 1, members: [nia] })
    expect(text()).toContain('Members1')
  })

  test('of a new league have four tiles, no performers and no activity', () => {
    drawWith({ members: [nia, maya, member(4, 'jonesy')].map((one) => member(one.id, one.user.username)) })
    for (const tile of ['Members3', 'Total Predictions0', 'Average Accuracy0.0%', 'Activity TrendStable'])
      expect(text()).toContain(tile)
    expect(screen.getByText('Nobody has scored yet.')).toBeDefined()
    expect(text()).toContain('Last ActivityNever')
    expect(text()).toContain('Created1 Aug 2025')
    expect(bar()).toBe('50')
    expect(items('Member Leaderboard')).toHaveLength(3)
  })

  test('of a busy league name its best, one without a name as Unknown', () => {
    drawWith({
      ...{ totalPredictions: 1234, averageAccuracy: 47.25, activityTrend: 'increasing', members: [maya, nia] },
      lastActivity: '2026-11-20T10:00:00.000Z',
      topScorer: { user: { id: 3, ...named('maya') }, totalPoints: 512 },
      mostAccurate: {
        ...{ user: { id: 4, ...named('') }, totalPredictions: 5, correctPredictions: 2, settledPredictions: 3 },
      },
      weeklyLeader: { user: { id: 5, ...named('jonesy') }, weeklyPoints: 35 },
    })
    expect(text()).toContain('1,234')
    expect(text()).toContain('47.3%')
    expect(text()).toContain('Increasing')
    expect(text()).toContain('Last Activity20 Nov 2026')
    expect(lines('Top Performers')).toEqual([
      'MTop Scorermaya512 points',
      'UMost AccurateUnknown 66.7%',
      'JWeekly Leaderjonesy35 this week',
    ])
    expect(bar()).toBe('80')
  })

  test('list the members in the server’s order: badge, accuracy of settled predictions, streak, points of the week (R73)', () => {
    drawWith({ members: [maya, nia] })
    expect(lines('Member Leaderboard')).toEqual([
      'Rank 1mayaStreak of 4124 predictions · 34.2% accuracy512 points+20 this week',
      'Rank 2nia.okaforAdmin0 predictions · 0.0% accuracy0 points',
    ])
    expect(items('Member Leaderboard').map((row) => row.getAttribute('aria-current'))).toEqual([null, 'true'])
  })

  test('put the bar at 30 for less activity, and say that there are no members (R73)', () => {
    drawWith({ activityTrend: 'decreasing' })
    expect(text()).toContain('Decreasing')
    expect(bar()).toBe('30')
    expect(screen.getByText('No members found in this league')).toBeDefined()
  })

  const many = Array.from({ length: 45 }, (_, index) =>
    member(index + 10, index === 30 ? 'nia.okafor' : `member${index + 1}`, {
      totalPoints: 500 - Math.floor(index / 2),
    }),
  )

  test('show members in steps, the reader’s own row after a gap', async () => {
    const { user } = drawWith({ members: many })
    expect(screen.getByText('1 to 20 of 45 members')).toBeDefined()
    expect(items('Member Leaderboard')).toHaveLength(22)
    expect(lines('Member Leaderboard').at(-1)).toMatch(/^Rank 31nia\.okafor/)
    await user.click(screen.getByRole('button', { name: 'Next page' }))
    expect(screen.getByText('21 to 40 of 45 members')).toBeDefined()
    expect(items('Member Leaderboard')).toHaveLength(20)
    expect(lines('Member Leaderboard')[0]).toMatch(/^Rank 21member21/)
  })
  describe('with more members than one answer has', () => {
    const next = '/api/leagues/3/statistics?limit=500&offset=500'
    const page = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) => member(from + index, `member${from + index}`))
    const drawLast = async (answer: Parameters<ReturnType<typeof draw>['answer']>[1]) => {
      const drawn = drawWith({ memberCount: 501, members: page(1, 500) }, { [next]: answer })
      for (let pages = 0; pages < 24; pages++) fireEvent.click(screen.getByLabelText('Next page'))
      expect(screen.getByText('481 to 500 of 501 members')).toBeDefined()
      return drawn
    }

    test('read the others when they are shown', async () => {
      const { user, calls } = await drawLast(ok(LeagueStatistics, leagueStatisticsSample({ members: page(501, 1) })))
      expect(calls).toEqual([])
      await user.click(screen.getByLabelText('Next page'))
      expect(await screen.findByText('member501')).toBeDefined()
      expect(screen.getByText('501 to 501 of 501 members')).toBeDefined()
    })

    test('R368: say that the others cannot be read, stay on their page, and try again', async () => {
      const { user, answer } = await drawLast(problem(503))
      await user.click(screen.getByLabelText('Next page'))
      expect(await screen.findByText('Failed to load more')).toBeDefined()
      expect(screen.getByText('481 to 500 of 501 members')).toBeDefined()
      expect(screen.getByText('member500')).toBeDefined()
      answer(next, ok(LeagueStatistics, leagueStatisticsSample({ members: page(501, 1) })))
      await user.click(screen.getByLabelText('Next page'))
      expect(await screen.findByText('member501')).toBeDefined()
    })
  })
})
