import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { componentTests, draw } from '../../../../test/support/components.tsx'
import { Headline } from './Headline.tsx'

componentTests()

test('a headline keeps each score on one line', () => {
  draw(
    <h1>
      <Headline text="Brentford 3–1 Burnley: 12 of 40 were spot on, most said 2–1" />
    </h1>,
  )
  const heading = screen.getByRole('heading', { name: 'Brentford 3–1 Burnley: 12 of 40 were spot on, most said 2–1' })
  const scores = [...heading.querySelectorAll('span')]
  expect(scores.map(({ textContent }) => textContent)).toEqual(['3–1', '2–1'])
  for (const score of scores) expect(score.style.whiteSpace).toBe('nowrap')
})
