import { screen, waitFor } from '@testing-library/react'
import { useSWRConfig } from 'swr'
import { expect, test } from 'vitest'
import { componentTests, draw, ok } from '../../../../test/support/components.tsx'
import { fixtures, match, picks, played } from '../../../../test/support/dashboard.tsx'
import { shared } from '../../api/shared.ts'
import { reads as fixtureReads } from '../../features/fixtures/reads.ts'
import { reads as predictions } from '../../features/predictions/reads.ts'
import { useDashboardData } from './useDashboardData.ts'

componentTests()

function Scores() {
  const { matches } = useDashboardData(null)
  const { mutate } = useSWRConfig()
  return (
    <>
      <output data-testid="scores">
        {matches.map(({ gameweek, homeScore }) => `${gameweek}: ${homeScore}`).join()}
      </output>
      <button type="button" onClick={() => void mutate(shared.currentFixtures.key)}>
        Live change
      </button>
    </>
  )
}

test('the matches of the current gameweek are requested once, and their results stay when the next one follows', async () => {
  const [now, next] = [match(1), match(2, { gameweek: 14 })]
  const { user, calls, answer } = draw(<Scores />, {
    answers: {
      [shared.fixtures.key]: ok(fixtures, [now, next]),
      [shared.currentFixtures.key]: ok(fixtures, [now]),
      [fixtureReads.gameweek.key(13)]: 'pending',
      [predictions.mine.key]: ok(picks, []),
    },
  })
  const change = () => user.click(screen.getByRole('button'))
  const shows = (text: string) => waitFor(() => expect(screen.getByTestId('scores').textContent).toBe(text))
  await shows('13: null')
  answer(shared.currentFixtures.key, ok(fixtures, [{ ...now, ...played, homeScore: 2, awayScore: 0 }]))
  await change()
  await shows('13: 2')
  expect(calls.filter(({ path }) => path.startsWith('/api/fixtures')).map(({ path }) => path)).toEqual([
    shared.fixtures.key,
    shared.currentFixtures.key,
    shared.currentFixtures.key,
  ])
  answer(shared.currentFixtures.key, ok(fixtures, [next]))
  await change()
  await waitFor(() => expect(calls.map(({ path }) => path)).toContain(fixtureReads.gameweek.key(13)))
  expect(screen.getByTestId('scores').textContent).toBe('13: 2')
})
