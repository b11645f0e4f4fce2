import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { CompetitionDetail } from '../../../../src/areas/competitions/contract.ts'
import { componentTests, draw, ok, problem } from '../../../../test/support/components.tsx'
import { named } from '../../../../test/support/named.ts'
import { competitionPageSample } from '../../../../test/support/samples.ts'
import { CompetitionStandings } from './CompetitionStandings.tsx'
import { reads } from './reads.ts'

componentTests()

type Standing = CompetitionDetail['standings'][number]
const row = (id: number, changes: Partial<Standing> = {}): Standing => ({
  ...{
    id,
    user: named(id === 1 ? 'ada' : `player${id}`),
    ranking: id,
    totalPoints: 100 - id,
    exactScores: 2,
    prize: null,
  },
  ...changes,
})
const page = (changes: Partial<CompetitionDetail>) => competitionPageSample(changes)
const first = reads.one.key(20, 0)
const second = reads.one.key(20, 50)
const board = (competition: CompetitionDetail) => <CompetitionStandings competition={competition} userId={1} />
const table = () => screen.findByRole('table', { name: 'Standings of Gameweek 20 Challenge' })
/** The rows, with the gap, which assistive technology skips. */
const lines = (element: HTMLElement) =>
  within(element)
    .getAllByRole('row', { hidden: true })
    .map(({ textContent }) => textContent)

describe('the standings of a competition', () => {
  test.each([
    [{ status: 'ended' }, 'Nobody took part'],
    [{ status: 'active' }, 'Nobody has joined yet'],
    [{ status: 'active', type: 'cup' }, 'Nobody has joined'],
  ] as const)('without participants: %o', (changes, text) => {
    const empty = page(changes)
    draw(board(empty), { answers: { [first]: ok(CompetitionDetail, empty) } })
    expect(screen.getByText(text)).toBeDefined()
    expect(screen.queryByRole('table')).toBeNull()
  })

  test('mark the reader, and have no prizes before the end', async () => {
    const data = page({ participantCount: 2, standings: [row(1), row(2)] })
    draw(board(data), { answers: { [first]: ok(CompetitionDetail, data) } })
    expect(lines(await table())).toEqual(['RankPlayerExactPoints', 'Rank 1ADYou299', 'Rank 2PLplayer2298'])
    expect(screen.getByText('Match points in this competition')).toBeDefined()
  })

  test('have the prizes once they are paid', async () => {
    const data = page({
      ...{ type: 'cup', status: 'ended', participantCount: 2 },
      standings: [row(2, { ranking: 1, totalPoints: 1300, exactScores: 20, prize: 1000 }), row(3)],
    })
    draw(board(data), { answers: { [first]: ok(CompetitionDetail, data) } })
    const [head, winner, other] = lines(await table())
    expect(head).toBe('RankPlayerExactPointsPrize')
    expect(winner).toMatch(/player2201,300\+1,000$/)
    expect(other).toMatch(/No prize$/)
    expect(screen.getByText('Match points from all its gameweeks; the rounds decide the prizes')).toBeDefined()
  })

  test('R242: say why level players have different prizes', async () => {
    const level = { ranking: 1, totalPoints: 45 }
    const standings = [row(2, { ...level, prize: 25 }), row(3, { ...level, prize: 15 })]
    const data = page({ type: 'weekly', status: 'ended', participantCount: 2, standings })
    draw(board(data), { answers: { [first]: ok(CompetitionDetail, data) } })
    const [, winner, second] = lines(await table())
    expect(winner).toContain('player2Level, joined earlier')
    expect(second).toContain('player3Level, joined later')
  })

  test('have pages, with the reader’s own row after a gap', async () => {
    const rows = Array.from({ length: 60 }, (_, index) => row(index + 2, { ranking: index + 1 }))
    const own = row(1, { ranking: 61, totalPoints: 0 })
    const data = page({ participantCount: 61, standings: [...rows.slice(0, 50), own] })
    const next = page({ participantCount: 61, standings: [...rows.slice(50), own] })
    const answers = { [first]: ok(CompetitionDetail, data), [second]: ok(CompetitionDetail, next) }
    const { user } = draw(board(data), { answers })
    expect(lines(await table()).slice(-2)).toEqual(['···', 'Rank 61ADYou20'])
    expect(screen.getByText('1 to 50 of 61 players')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Next page' }))
    await waitFor(async () => expect(lines(await table())).toHaveLength(12))
    expect(lines(await table()).at(-1)).toBe('Rank 61ADYou20')
    expect(screen.getByText('51 to 61 of 61 players')).toBeDefined()
  })

  test('that cannot be read are tried again', async () => {
    const data = page({ participantCount: 1, standings: [row(1)] })
    const { user, answer } = draw(board(data), { answers: { [first]: problem(503) } })
    expect(await screen.findByText('Failed to load standings')).toBeDefined()
    answer(first, ok(CompetitionDetail, data))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await table()).toBeDefined()
  })

  test('wait while they are loading', () => {
    draw(board(page({ participantCount: 1, standings: [row(1)] })), { answers: { [first]: 'pending' } })
    expect(screen.getByText('Loading standings')).toBeDefined()
  })
})
