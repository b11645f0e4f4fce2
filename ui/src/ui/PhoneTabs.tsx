import { type ReactNode, useId } from 'react'
import { styled } from 'styled-components'
import { TabList, tabPanelProps } from './Tabs.tsx'

const Deck = styled(TabList)`
  background: var(--surface);
  margin-inline: calc(var(--s3) * -1);
  border-block: 1px solid var(--line);
`

export interface PhoneTab {
  readonly id: string
  readonly label: string
  readonly content: ReactNode
}

interface PhoneTabsProps {
  label: string
  tabs: readonly PhoneTab[]
  selected: string
  onSelect: (id: string) => void
  className?: string
}

/** Shows one section of a page at a time, below tabs that span the width of a phone. */
export function PhoneTabs({ label, tabs, selected, onSelect, className }: PhoneTabsProps) {
  const base = useId()
  const { id, content } = tabs.find((tab) => tab.id === selected) ?? tabs[0]!
  return (
    <>
      <Deck label={label} tabs={tabs} selected={id} onSelect={onSelect} base={base} className={className} />
      <div key={id} {...tabPanelProps(base, id)}>
        {content}
      </div>
    </>
  )
}
