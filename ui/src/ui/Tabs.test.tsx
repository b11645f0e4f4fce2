import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { componentTests, draw } from '../../../test/support/components.tsx'
import { TabList } from './Tabs.tsx'

componentTests()

const tabs = [
  { id: 'one', label: 'One' },
  { id: 'two', label: 'Two' },
]

test('arrow keys select the next tab and wrap around', async () => {
  const onSelect = vi.fn()
  const { user } = draw(<TabList label="Parts" tabs={tabs} selected="two" onSelect={onSelect} base="parts" />)
  screen.getByRole('tab', { name: 'Two' }).focus()
  await user.keyboard('{ArrowRight}')
  expect(onSelect).toHaveBeenCalledWith('one')
})
