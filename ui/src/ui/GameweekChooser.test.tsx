import { screen } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { componentTests, draw, isOff } from '../../../test/support/components.tsx'
import { GameweekChooser, periodTabs } from './GameweekChooser.tsx'

componentTests()

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })

describe('a chooser of gameweeks', () => {
  test('steps to the gameweek before and after', async () => {
    const onChoose = vi.fn()
    const { user } = draw(<GameweekChooser last={13} gameweek={12} onChoose={onChoose} />)
    await user.click(button('Previous gameweek'))
    await user.click(button('Next gameweek'))
    expect(onChoose.mock.calls).toEqual([[11], [13]])
  })

  test('ends at the first and the last', () => {
    const { rerender } = draw(<GameweekChooser last={13} gameweek={1} onChoose={() => {}} />)
    expect(isOff(button('Previous gameweek'))).toBe(true)
    expect(isOff(button('Next gameweek'))).toBe(false)
    rerender(<GameweekChooser last={13} gameweek={13} onChoose={() => {}} />)
    expect(isOff(button('Previous gameweek'))).toBe(false)
    expect(isOff(button('Next gameweek'))).toBe(true)
  })

  test('lists all, the latest first', async () => {
    const onChoose = vi.fn()
    const { user } = draw(<GameweekChooser last={3} gameweek={3} onChoose={onChoose} />)
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'Gameweek 3',
      'Gameweek 2',
      'Gameweek 1',
    ])
    await user.selectOptions(screen.getByRole('combobox', { name: 'Gameweek' }), 'Gameweek 1')
    expect(onChoose).toHaveBeenCalledExactlyOnceWith(1)
  })
})

test('the tab of a gameweek is disabled as long as there is none', () => {
  expect(periodTabs(null)).toEqual([
    { id: 'overall', label: 'Overall' },
    { id: 'gameweek', label: 'Gameweek', disabled: true },
  ])
  expect(periodTabs(13)[1]).toEqual({ id: 'gameweek', label: 'Gameweek 13', disabled: false })
})
