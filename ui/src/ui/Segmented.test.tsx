import { screen } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { componentTests, draw } from '../../../test/support/components.tsx'
import { Segmented } from './Segmented.tsx'

componentTests()

type Period = 'week' | 'month' | 'season'
const options = [
  { value: 'week', label: 'Week' },
  { value: 'month', label: 'Month' },
  { value: 'season', label: 'Season' },
] as const

function Periods({ label = 'Period', isField, onChoose }: { label?: string; isField?: true; onChoose?: () => void }) {
  const [value, setValue] = useState<Period>('month')
  return (
    <Segmented
      label={label}
      isField={isField}
      options={options}
      value={value}
      onChoose={(next) => {
        setValue(next)
        onChoose?.()
      }}
    />
  )
}

const checked = () => screen.getAllByRole('radio', { checked: true })

describe('segments', () => {
  test.each([undefined, true] as const)('are a named group of radio buttons (as a field: %s)', (isField) => {
    draw(<Periods isField={isField} />)
    expect(screen.getByRole('group', { name: 'Period' })).toBeDefined()
    expect(screen.getAllByRole('radio')).toHaveLength(3)
    expect(checked()).toEqual([screen.getByRole('radio', { name: 'Month' })])
  })

  test('are chosen by a click on the label', async () => {
    const { user } = draw(<Periods />)
    await user.click(screen.getByText('Season'))
    expect(checked()).toEqual([screen.getByRole('radio', { name: 'Season' })])
  })

  test('are one stop of the Tab key, and chosen by the arrows', async () => {
    const { user } = draw(<Periods />)
    await user.tab()
    expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'Month' }))
    await user.keyboard('{ArrowRight}')
    expect(checked()).toEqual([screen.getByRole('radio', { name: 'Season' })])
    await user.keyboard('{ArrowLeft}{ArrowLeft}')
    expect(checked()).toEqual([screen.getByRole('radio', { name: 'Week' })])
  })

  test('are not chosen again', async () => {
    const onChoose = vi.fn()
    const { user } = draw(<Periods onChoose={onChoose} />)
    await user.click(screen.getByText('Month'))
    expect(onChoose).not.toHaveBeenCalled()
  })

  test('do not mix with those of another group', async () => {
    const { user } = draw(
      <>
        <Periods label="Mine" />
        <Periods label="Theirs" />
      </>,
    )
    await user.tab()
    await user.keyboard('{ArrowRight}{ArrowRight}')
    expect(checked().map((radio) => radio.closest('label')?.textContent)).toEqual(['Week', 'Month'])
  })
})
