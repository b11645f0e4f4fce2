import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { componentTests, draw } from '../../../../test/support/components.tsx'
import { match, pick, played } from '../../../../test/support/dashboard.tsx'
import { WrapInvitation } from './WrapInvitation.tsx'
import { isWrapDue } from './wrap.ts'

componentTests()

const SEASON = '2025-26'
const settledPick = pick(match(1, played), { pointsEarned: 5, verdict: 'correct' })
const picks = (count: number) => Array<typeof settledPick>(count).fill(settledPick)
const invitation = (gameweeks: number, predictions?: ReturnType<typeof picks>) =>
  draw(<WrapInvitation userId={1} season={SEASON} played={gameweeks} predictions={predictions} />)
const isDue = (gameweeks: number) => isWrapDue(1, SEASON, gameweeks)

describe('the invitation to the wrap (R364)', () => {
  test('comes after 19 and after 38 gameweeks', () => {
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
    const { rerender } = invitation(20)
    expect(screen.queryByRole('region')).toBeNull()
    expect(isDue(20)).toBe(true)
    rerender(<WrapInvitation userId={1} season={SEASON} played={20} predictions={picks(9)} />)
    expect(screen.queryByRole('region')).toBeNull()
    expect(isDue(20)).toBe(false)
  })
})
