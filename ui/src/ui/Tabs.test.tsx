import { screen } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { componentTests, draw } from '../../../test/support/components.tsx'
import { PhoneTabs } from './PhoneTabs.tsx'
import { TabList, Tabs } from './Tabs.tsx'

componentTests()

const tabs = [
  { id: 'one', label: 'One' },
  { id: 'two', label: 'Two', disabled: true },
  { id: 'three', label: 'Three' },
  { id: 'four', label: 'Four' },
]

function Parts({ initial = 'one' }: { initial?: string }) {
  const [selected, setSelected] = useState(initial)
  return (
    <Tabs label="Parts" tabs={tabs} selected={selected} onSelect={setSelected}>
      Contents of {selected}
    </Tabs>
  )
}

const selected = () => screen.getByRole('tab', { selected: true })

describe('tabs', () => {
  test('are named, and name their panel', () => {
    draw(<Parts />)
    expect(screen.getByRole('tablist', { name: 'Parts' })).toBeDefined()
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['One', 'Two', 'Three', 'Four'])
    const panel = screen.getByRole('tabpanel', { name: 'One' })
    expect(panel.textContent).toBe('Contents of one')
    expect(screen.getByRole('tab', { name: 'One' }).getAttribute('aria-controls')).toBe(panel.id)
    expect(screen.getByRole('tab', { name: 'Three' }).hasAttribute('aria-controls')).toBe(false)
  })

  test('are selected by a click', async () => {
    const { user } = draw(<Parts />)
    await user.click(screen.getByRole('tab', { name: 'Three' }))
    expect(selected().textContent).toBe('Three')
    expect(screen.getByRole('tabpanel', { name: 'Three' }).textContent).toBe('Contents of three')
  })

  test('are one stop of the Tab key: the selected one', async () => {
    const { user } = draw(
      <>
        <Parts initial="three" />
        <button type="button">Next</button>
      </>,
    )
    await user.tab()
    expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Three' }))
    await user.tab()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Next' }))
  })

  test.each([
    ['one', 'ArrowRight', 'Three'],
    ['three', 'ArrowRight', 'Four'],
    ['four', 'ArrowRight', 'One'],
    ['three', 'ArrowLeft', 'One'],
    ['one', 'ArrowLeft', 'Four'],
    ['three', 'Home', 'One'],
    ['three', 'End', 'Four'],
  ])('move from %s by %s to %s, past the disabled one', async (initial, key, name) => {
    const { user } = draw(<Parts initial={initial} />)
    await user.tab()
    await user.keyboard(`{${key}}`)
    expect(selected().textContent).toBe(name)
    expect(document.activeElement).toBe(selected())
  })

  test('ignore other keys', async () => {
    const onSelect = vi.fn()
    const { user } = draw(<TabList label="Parts" tabs={tabs} selected="one" onSelect={onSelect} base="parts" />)
    await user.tab()
    await user.keyboard('{ArrowDown}{ArrowUp}x')
    expect(onSelect).not.toHaveBeenCalled()
  })

  test('cannot be selected while disabled', async () => {
    const { user } = draw(<Parts />)
    await user.click(screen.getByRole('tab', { name: 'Two' }))
    expect(selected().textContent).toBe('One')
  })
})

describe('sections of a page on a phone', () => {
  const sections = [
    { id: 'table', label: 'Table', content: <p>Arsenal lead</p> },
    { id: 'chat', label: 'Chat', content: <input aria-label="Message" /> },
  ]

  function Sections({ initial }: { initial: string }) {
    const [id, setId] = useState(initial)
    return <PhoneTabs label="League" tabs={sections} selected={id} onSelect={setId} />
  }

  test('show one at a time', async () => {
    const { user } = draw(<Sections initial="table" />)
    expect(screen.getByRole('tablist', { name: 'League' })).toBeDefined()
    expect(screen.getByRole('tabpanel', { name: 'Table' }).textContent).toBe('Arsenal lead')
    await user.click(screen.getByRole('tab', { name: 'Chat' }))
    expect(screen.getByRole('tabpanel', { name: 'Chat' })).toBeDefined()
    expect(screen.queryByText('Arsenal lead')).toBeNull()
  })

  test('begin with the first if none has the id', () => {
    draw(<Sections initial="gone" />)
    expect(selected().textContent).toBe('Table')
    expect(screen.getByRole('tabpanel', { name: 'Table' })).toBeDefined()
  })
})
