import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { componentTests, draw } from '../../../test/support/components.tsx'
import { PickPlate, SealedPlate } from './PickPlate.tsx'
import { Pips } from './Pips.tsx'
import { PointsTag } from './PointsTag.tsx'
import { ProgressBar } from './ProgressBar.tsx'
import { Rank, RankMove } from './Rank.tsx'
import { FormLine, ResultLetter } from './ResultLetter.tsx'
import { SmallList } from './SmallList.tsx'
import { Spark } from './Spark.tsx'

componentTests()

/** The text that assistive technology reads. */
function readAloud(root: Element): string {
  const copy = root.cloneNode(true) as Element
  for (const hidden of copy.querySelectorAll('[aria-hidden=true]')) hidden.remove()
  return copy.textContent
}

const text = (mark: React.ReactNode) => {
  draw(<p data-testid="line">{mark}</p>)
  return readAloud(screen.getByTestId('line'))
}

const pick = (home: number | null, away: number | null, predictedResult: 'home' | 'draw' | 'away' = 'home') => ({
  predictedResult,
  predictedHomeScore: home,
  predictedAwayScore: away,
})

describe('the plate of a pick', () => {
  test.each([
    [pick(2, 1), 'Your pick 2–1'],
    [pick(0, 0, 'draw'), 'Your pick 0–0'],
    [pick(null, null), 'Your pick Home'],
    [pick(null, null, 'draw'), 'Your pick Draw'],
    [pick(null, null, 'away'), 'Your pick Away'],
  ])('of %o is read as "%s"', (of, expected) => {
    expect(text(<PickPlate pick={of} />)).toBe(expected)
  })

  test.each([
    ['home', 'Home Win'],
    ['draw', 'Draw'],
    ['away', 'Away Win'],
  ] as const)('in the place of the score has the result in full (%s)', (result, words) => {
    expect(text(<PickPlate pick={pick(null, null, result)} size="lg" />)).toBe(`Your pick ${words}`)
  })

  test('names whose pick it is', () => {
    expect(text(<PickPlate pick={pick(2, 1)} label="Bo’s pick" isTheirs />)).toBe('Bo’s pick 2–1')
  })

  test('of a pick that is not open yet is sealed', () => {
    expect(text(<SealedPlate />)).toBe('Sealed')
  })
})

test.each([
  ['exact', 5, '5Exact'],
  ['correct', 2, '2Correct'],
  ['wrong', 0, '0Wrong'],
  ['live', 2, '2So far'],
] as const)('points have their verdict in words: %s', (verdict, points, expected) => {
  expect(text(<PointsTag points={points} verdict={verdict} />)).toBe(expected)
})

describe('a rank', () => {
  test.each([
    [1, 'Rank 1'],
    [1040, 'Rank 1,040'],
  ])('%i is read as "%s"', (ranking, expected) => {
    expect(text(<Rank ranking={ranking} />)).toBe(expected)
  })

  test.each([
    [1, undefined, '1'],
    [3, undefined, '3'],
    [4, undefined, undefined],
    [1, true, undefined],
  ] as const)('%i has a medal up to the third, unless it has none (%s)', (ranking, noMedal, medal) => {
    draw(<Rank ranking={ranking} noMedal={noMedal} />)
    expect(screen.getByText(String(ranking)).getAttribute('data-medal')).toBe(medal ?? null)
  })
})

test.each([
  [null, '–', 'no earlier rank'],
  [0, '–', 'no change'],
  [1, '1', '1 place up'],
  [-12, '12', '12 places down'],
])('a move of %s ranks is shown as "%s" and read as "%s"', (movement, shown, words) => {
  expect(text(<RankMove movement={movement} />)).toBe(words)
  expect(screen.getByText(shown).getAttribute('aria-hidden')).toBe('true')
})

describe('results as letters', () => {
  test.each([
    ['W', 'W (won)'],
    ['D', 'D (drew)'],
    ['L', 'L (lost)'],
  ] as const)('%s is read as "%s"', (letter, expected) => {
    expect(text(<ResultLetter letter={letter} />)).toBe(expected)
  })

  test('are read as one form', () => {
    draw(<FormLine form={['W', 'W', 'L', 'D']} />)
    const form = screen.getByRole('img', { name: 'Form: won, won, lost, drew' })
    expect(form.textContent).toBe('WWLD')
    expect(readAloud(form)).toBe('')
  })

  test('are missing before the first match', () => {
    draw(<FormLine form={[]} />)
    expect(screen.queryByRole('img')).toBeNull()
  })
})

describe('a progress bar', () => {
  test('has a name, a value and a text for it', () => {
    draw(<ProgressBar label="Replayed" percent={25} text="32 of 128" />)
    const bar = screen.getByRole('progressbar', {
      name: 'Replayed',
      value: { now: 25, min: 0, max: 100, text: '32 of 128' },
    })
    expect(bar.style.getPropertyValue('--full')).toBe('25%')
  })

  test('without a name is decoration', () => {
    draw(<ProgressBar percent={25} />)
    expect(screen.queryByRole('progressbar', { hidden: true })).toBeNull()
  })
})

test('pips show a part of a whole, hidden from screen readers', () => {
  expect(text(<Pips on={2} of={5} />)).toBe('')
  const marks = [...document.querySelectorAll('i')].map((pip) => pip.hasAttribute('data-on'))
  expect(marks).toEqual([true, true, false, false, false])
})

test('a spark has one bar per value, to scale, and its values as text', () => {
  draw(<Spark values={[5, 0, 10]} most={10} label="5, 0, then 10 points" />)
  const bars = [...screen.getByRole('img', { name: '5, 0, then 10 points' }).children] as HTMLElement[]
  expect(bars.map((bar) => bar.style.getPropertyValue('--v'))).toEqual(['0.5', '0', '1'])
})

test('a small list has one item per line', () => {
  draw(<SmallList lines={['One', 'Two']} />)
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['One', 'Two'])
})
