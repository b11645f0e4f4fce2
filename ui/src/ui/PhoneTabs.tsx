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
  parts: readonly PhoneTab[]
  selected: string
  onSelect: (id: string) => void
  className?: string
}

/** The parts of a page one at a time, below tabs that reach the edges of a phone. */
export function PhoneTabs({ label, parts, selected, onSelect, className }: PhoneTabsProps) {
  const base = useId()
  const { id, content } = parts.find((part) => part.id === selected) ?? parts[0]!
  return (
    <>
      <Deck label={label} tabs={parts} selected={id} onSelect={onSelect} base={base} className={className} />
      <div key={id} {...tabPanelProps(base, id)}>
        {content}
      </div>
    </>
  )
}
