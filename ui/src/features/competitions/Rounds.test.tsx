import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { CompetitionDetail } from '../../../../src/areas/competitions/contract.ts'
import { componentTests, draw } from '../../../../test/support/components.tsx'
import { named } from '../../../../test/support/named.ts'
import { competitionPageSample } from '../../../../test/support/samples.ts'
import { Rounds } from './Rounds.tsx'

componentTests()

type Round = CompetitionDetail['rounds'][number]
const player = (id: number, username: string) => ({ id, ...named(username) })
const [ada, ben, cyr, dee] = [player(1, 'ada'), player(2, 'ben'), player(3, 'cyr'), player(4, 'dee')]

const round = (changes: Partial<Round>): Round => ({
  ...{ round: 1, name: 'Semi-finals', gameweek: 15, decided: false, ties: [], players: [] },
  ...changes,
})
const drawRounds = (changes: Partial<CompetitionDetail>) =>
  draw(<Rounds competition={CompetitionDetail.parse(competitionPageSample(changes))} userId={1} />)

const region = (name: string) => screen.getByRole('region', { name })
const lines = (name: string) =>
  within(region(name))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

describe('the rounds of a cup', () => {
  const undecided = round({
    ties: [
      { home: ada, away: null, homePoints: null, awayPoints: null, winnerId: null },
      { home: ben, away: cyr, homePoints: 15, awayPoints: 5, winnerId: null },
    ],
  })

  test('are not drawn before their first gameweek', () => {
    drawRounds({ type: 'cup', firstGameweek: 31 })
    expect(screen.getByText('Not drawn yet')).toBeDefined()
    expect(screen.getByText(/the draw for the first round, in gameweek 31/)).toBeDefined()
  })

  test('show the draw with a bye, the points so far, and the rounds to come', () => {
    drawRounds({ type: 'cup', status: 'active', rounds: [undecided] })
    expect(lines('Semi-finals')).toEqual(['You–no points yetByegoes through without a tie', 'ben15 pointscyr5 points'])
    expect(within(region('Semi-finals')).getByText('Now, gameweek 15')).toBeDefined()
    expect(within(region('Final')).getByText('The draw follows the previous round.')).toBeDefined()
    expect(within(region('Final')).getByText('Gameweek 16')).toBeDefined()
  })

  test('show who went through, and the winner of the final', () => {
    const semi = round({
      decided: true,
      ties: [
        { home: ada, away: null, homePoints: 150, awayPoints: null, winnerId: 1 },
        { home: ben, away: cyr, homePoints: 50, awayPoints: 0, winnerId: 2 },
      ],
    })
    const final = round({
      ...{ round: 2, name: 'Final', gameweek: 16, decided: true },
      ties: [{ home: ada, away: ben, homePoints: 150, awayPoints: 50, winnerId: 1 }],
    })
    drawRounds({ type: 'cup', status: 'ended', isDrawn: true, rounds: [semi, final] })
    expect(lines('Semi-finals')).toEqual([
      'You Through150 pointsByegoes through without a tie',
      'ben Through50 pointscyr0 points',
    ])
    expect(lines('Final')).toEqual(['You Winner150 pointsben50 points'])
  })

  test('end without a round to come', () => {
    drawRounds({ type: 'cup', status: 'ended', isDrawn: true, rounds: [{ ...undecided, decided: true }] })
    expect(screen.queryByRole('region', { name: 'Final' })).toBeNull()
  })

  test('show eight ties and the reader’s, and the others on request', async () => {
    const ties = Array.from({ length: 12 }, (_, index) => ({
      home: index === 11 ? ada : player(index + 100, `home${index}`),
      ...{ away: player(index + 200, `away${index}`), homePoints: null, awayPoints: null, winnerId: null },
    }))
    const { user } = drawRounds({ type: 'cup', rounds: [round({ name: 'Round of 24', ties })] })
    expect(lines('Round of 24')).toHaveLength(9)
    expect(lines('Round of 24').at(-1)).toMatch(/^You/)
    await user.click(screen.getByRole('button', { name: 'Show all 12 ties' }))
    expect(lines('Round of 24')).toHaveLength(12)
    expect(screen.queryByRole('button')).toBeNull()
  })

  test('say that there were none where too few players joined', () => {
    drawRounds({ type: 'cup', status: 'ended', participantCount: 1 })
    expect(screen.getByText('No rounds')).toBeDefined()
    expect(screen.getByText('Too few players joined, so there were no rounds and no prizes.')).toBeDefined()
  })
})

describe('the rounds of a knockout', () => {
  const points = (out: number[]) =>
    [ada, ben, cyr, dee].map((one, index) => ({ ...one, points: 150 - 50 * index, out: out.includes(one.id) }))

  test('begin with their first gameweek', () => {
    drawRounds({ type: 'knockout', firstGameweek: 15 })
    expect(screen.getByText('No rounds yet')).toBeDefined()
    expect(screen.getByText('Everyone who joins plays the first round, in gameweek 15.')).toBeDefined()
  })

  test('show those playing, without an outcome', () => {
    drawRounds({ type: 'knockout', status: 'active', rounds: [round({ name: 'Round 1', players: points([]) })] })
    expect(within(region('Round 1')).getByText('4 playing')).toBeDefined()
    expect(lines('Round 1')[0]).toBe('You150 points')
  })

  test('show those eliminated and the winner', () => {
    const first = round({ name: 'Round 1', decided: true, players: points([3, 4]) })
    const [winner, second] = points([2])
    const last = round({ round: 2, name: 'Round 2', gameweek: 16, decided: true, players: [winner!, second!] })
    drawRounds({ type: 'knockout', status: 'ended', isDrawn: true, rounds: [first, last] })
    expect(within(region('Round 1')).getByText('2 went through, 2 went out')).toBeDefined()
    expect(lines('Round 1')).toEqual([
      'YouThrough150 points',
      'benThrough100 points',
      'cyrOut50 points',
      'deeOut0 points',
    ])
    expect(lines('Round 2')).toEqual(['YouWinner150 points', 'benOut100 points'])
  })
})
