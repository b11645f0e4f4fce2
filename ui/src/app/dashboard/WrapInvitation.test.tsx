import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { componentTests, draw } from '../../../../test/support/components.tsx'
import { match, pick, played } from '../../../../test/support/dashboard.tsx'
import { WrapInvitation } from './WrapInvitation.tsx'
import { dueWrap } from './wrap.ts'

componentTests()

const SEASON = '2025-26'
const settledPick = pick(match(1, played), { pointsEarned: 5, verdict: 'correct' })
const picks = (count: number) => Array<typeof settledPick>(count).fill(settledPick)
const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)
const due = (over: number, of = 38) => dueWrap(1, SEASON, { played: numbers(1, over), upcoming: numbers(over + 1, of) })
const isDue = (over: number) => due(over) !== null
const element = (over: number, predictions?: ReturnType<typeof picks>) => (
  <WrapInvitation userId={1} season={SEASON} {...due(over)!} predictions={predictions} />
)
const invitation = (...of: Parameters<typeof element>) => draw(element(...of))

describe('the invitation to the wrap (R364)', () => {
  test('comes after half of the gameweeks and after all', () => {
    expect([16, 17, 33, 34].map((over) => due(over, 34)?.gameweeks.length)).toEqual([undefined, 17, 17, 34])
    expect(dueWrap(1, SEASON, { played: [], upcoming: [] })).toBeNull()
    expect([18, 19, 37, 38].map(isDue)).toEqual([false, true, true, true])
    invitation(38, picks(10))
    expect(screen.getByText(/38 gameweeks and 10 settled picks/)).toBeDefined()
    expect(screen.getByRole('link', { name: 'Look at it' }).getAttribute('href')).toBe('/wrap?part=season')
  })

  test.each(['Look at it', 'Not now'])('‘%s’ ends it, and that of the whole season still comes', async (answer) => {
    const { user } = invitation(19, picks(12))
    await user.click(screen.getByText(answer))
    expect([19, 38].map(isDue)).toEqual([false, true])
  })

  test('needs ten settled picks, and waits until they are known', () => {
    const later = element(20, picks(9))
    const { rerender } = invitation(20)
    expect(screen.queryByRole('region')).toBeNull()
    expect(isDue(20)).toBe(true)
    rerender(later)
    expect(screen.queryByRole('region')).toBeNull()
    expect(isDue(20)).toBe(false)
  })
})
