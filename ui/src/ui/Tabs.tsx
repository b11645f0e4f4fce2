import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import { styled } from 'styled-components'

const List = styled.div`
  display: flex;
  flex-wrap: wrap;
  border-bottom: 1px solid var(--line);
`

const TabButton = styled.button`
  flex: 1 1 auto;
  min-height: var(--tap);
  padding: 0 var(--s3);
  font: var(--b3);
  color: var(--muted);
  white-space: nowrap;
  border-bottom: 3px solid transparent;
  margin-bottom: -1px;

  &:hover {
    color: var(--ink);
    background: var(--surface-2);
  }
  &[aria-selected='true'] {
    color: var(--ink);
    border-color: var(--ink);
  }
  &:disabled {
    color: var(--muted);
    cursor: not-allowed;
    background: none;
    opacity: 0.6;
  }
  /* Forced colours paint transparent borders, too: only the line of the selected tab may be visible. */
  @media (forced-colors: active) {
    &[aria-selected='false'] {
      border-color: Canvas;
    }
  }
  &:focus-visible {
    outline-offset: -3px;
  }
`

export interface Tab {
  id: string
  label: ReactNode
  disabled?: boolean
}

interface TabListProps {
  label: string
  tabs: readonly Tab[]
  selected: string
  onSelect: (id: string) => void
  /** Prefix of the ids: tab `{base}-tab-{id}`, panel `{base}-panel-{id}`. */
  base: string
  className?: string
}

/** Tabs without a panel; arrows, Home and End move and select. The caller renders the panel (`tabPanelProps`). */
export function TabList({ label, tabs, selected, onSelect, base, className }: TabListProps) {
  const list = useRef<HTMLDivElement>(null)

  const onKeyDown = (event: KeyboardEvent) => {
    const open = tabs.filter((tab) => !tab.disabled)
    const at = open.findIndex((tab) => tab.id === selected)
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: open.length - 1 }[event.key]
    const next = to === undefined ? undefined : open[(to + open.length) % open.length]
    if (!next) return
    event.preventDefault()
    onSelect(next.id)
    list.current?.querySelector<HTMLElement>(`[data-tab="${next.id}"]`)?.focus()
  }

  return (
    <List role="tablist" aria-label={label} ref={list} onKeyDown={onKeyDown} className={className}>
      {tabs.map((tab) => (
        <TabButton
          key={tab.id}
          type="button"
          role="tab"
          data-tab={tab.id}
          id={`${base}-tab-${tab.id}`}
          aria-controls={tab.id === selected ? `${base}-panel-${tab.id}` : undefined}
          aria-selected={tab.id === selected}
          tabIndex={tab.id === selected ? 0 : -1}
          disabled={tab.disabled}
          onClick={() => onSelect(tab.id)}
        >
          {tab.label}
        </TabButton>
      ))}
    </List>
  )
}

/** Props for the element with the selected tab's content. */
export function tabPanelProps(base: string, id: string) {
  return { role: 'tabpanel', id: `${base}-panel-${id}`, 'aria-labelledby': `${base}-tab-${id}` } as const
}

interface TabsProps extends Omit<TabListProps, 'base'> {
  children: ReactNode
}

/** Tabs with their panel: `<Tabs label tabs selected onSelect>{content of selected}</Tabs>`. */
export function Tabs({ children, ...list }: TabsProps) {
  const base = useId()
  return (
    <>
      <TabList {...list} base={base} />
      <div {...tabPanelProps(base, list.selected)}>{children}</div>
    </>
  )
}
