import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { componentTests, draw } from '../../../../test/support/components.tsx'
import { match, pick, played } from '../../../../test/support/dashboard.tsx'
import { WrapInvitation } from './WrapInvitation.tsx'
import { wrapOffer } from './wrap.ts'

componentTests()

const SEASON = '2025-26'
const weeks = (count: number) => ({ played: Array.from({ length: count }, (_, n) => n + 1) })
const settledPick = pick(match(1, played), { pointsEarned: 5, verdict: 'correct' })
const offered = (gameweeks: number, picks: number) =>
  wrapOffer(1, SEASON, weeks(gameweeks), Array<typeof settledPick>(picks).fill(settledPick))

describe('the invitation to the wrap (R364)', () => {
  test('comes after 19 and after 38 gameweeks, with ten settled picks', () => {
    expect(offered(18, 12)).toBeNull()
    expect(offered(19, 9)).toBeNull()
    expect(offered(19, 10)).toEqual({ part: 'half', gameweeks: 19, picks: 10 })
    expect(offered(38, 12)).toEqual({ part: 'season', gameweeks: 38, picks: 12 })
    expect(wrapOffer(1, undefined, weeks(0), [])).toBeNull()
  })

  test.each(['Look at it', 'Not now'])('‘%s’ ends it, and that of the whole season still comes', async (answer) => {
    const offer = offered(19, 12)!
    const { user } = draw(<WrapInvitation userId={1} season={SEASON} offer={offer} />)
    expect(screen.getByText(/19 gameweeks and 12 settled picks/)).toBeDefined()
    await user.click(screen.getByText(answer))
    expect(offered(19, 12)).toBeNull()
    expect(offered(38, 12)).not.toBeNull()
  })

  test('leads to the part that has ended', () => {
    draw(<WrapInvitation userId={1} season={SEASON} offer={offered(38, 12)!} />)
    expect(screen.getByRole('link', { name: 'Look at it' }).getAttribute('href')).toBe('/wrap?part=season')
  })
})
