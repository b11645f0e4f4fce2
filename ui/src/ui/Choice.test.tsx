import { screen } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { componentTests, draw } from '../../../test/support/components.tsx'
import { Choice, gameweeksTo } from './Choice.tsx'
import { Field } from './Field.tsx'

componentTests()

const seasons = [
  { value: null, label: 'All seasons' },
  { value: 2024, label: '2024/25' },
  { value: 2025, label: '2025/26' },
]

describe('a choice', () => {
  test('lists its options and shows the chosen one', () => {
    draw(<Choice aria-label="Season" value={2025} options={seasons} onChoose={() => {}} />)
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
      'All seasons',
      '2024/25',
      '2025/26',
    ])
    expect(screen.getByRole('option', { name: '2025/26', selected: true })).toBeDefined()
  })

  test('passes the value of the option, be it a number or null', async () => {
    const onChoose = vi.fn()
    const { user } = draw(<Choice aria-label="Season" value={2025} options={seasons} onChoose={onChoose} />)
    const select = screen.getByRole('combobox', { name: 'Season' })
    await user.selectOptions(select, '2024/25')
    await user.selectOptions(select, 'All seasons')
    expect(onChoose.mock.calls).toEqual([[2024], [null]])
  })

  test('shows the option without a value when nothing is chosen', () => {
    draw(<Choice aria-label="Season" value={null} options={seasons} onChoose={() => {}} />)
    expect(screen.getByRole('option', { name: 'All seasons', selected: true })).toBeDefined()
  })

  test('keeps the value that its parent gives', async () => {
    const { user } = draw(<Choice aria-label="Season" value={2025} options={seasons} onChoose={() => {}} />)
    await user.selectOptions(screen.getByRole('combobox'), '2024/25')
    expect(screen.getByRole('option', { name: '2025/26', selected: true })).toBeDefined()
  })

  test('in a field has its label and error', () => {
    draw(
      <Field label="Season" error="Choose a season">
        <Choice value={null} options={seasons} onChoose={() => {}} />
      </Field>,
    )
    const select = screen.getByRole('combobox', { name: 'Season', description: 'Choose a season' })
    expect(select.getAttribute('aria-invalid')).toBe('true')
  })

  test('can be disabled', () => {
    draw(<Choice aria-label="Season" value={2025} options={seasons} onChoose={() => {}} disabled />)
    expect(screen.getByRole<HTMLSelectElement>('combobox').disabled).toBe(true)
  })
})

test('gameweeks are listed from the latest to the first', () => {
  expect(gameweeksTo(3)).toEqual([
    { value: 3, label: 'Gameweek 3' },
    { value: 2, label: 'Gameweek 2' },
    { value: 1, label: 'Gameweek 1' },
  ])
  expect(gameweeksTo(1, 'GW')).toEqual([{ value: 1, label: 'GW 1' }])
  expect(gameweeksTo(0)).toEqual([])
})
