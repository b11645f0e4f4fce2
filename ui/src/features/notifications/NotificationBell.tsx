import { Bell } from 'lucide-react'
import { type ComponentType, useEffect, useEffectEvent, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { styled } from 'styled-components'
import useSWR from 'swr'
import type { UnreadNotifications } from '../../../../src/areas/notifications/contract.ts'
import { Button } from '../../ui/Button.tsx'
import { useLazyComponent } from '../../ui/useLazyComponent.tsx'
import { reads } from './reads.ts'
import { bellLabel, countText } from './unread.ts'

const Place = styled.span`
  position: relative;
  display: inline-flex;

  &[data-counts] {
    margin-right: 0.5rem;
  }
`

const Count = styled.span`
  position: absolute;
  /* Offset up and right from the centre, so that the bell stays visible. */
  bottom: 50%;
  left: 55%;
  min-width: 1.125rem;
  padding: 1px 4px;
  background: var(--live);
  color: var(--on-live);
  font: 600 var(--t1) / 1.25 var(--board);
  text-align: center;
  pointer-events: none;
`

export function NotificationBell({ loadPanel }: { loadPanel: () => Promise<ComponentType<{ onClose: () => void }>> }) {
  const { data } = useSWR<UnreadNotifications>(reads.unread.key)
  const { Component: Panel, isOpen, busy, open, close } = useLazyComponent(loadPanel, 'Failed to load notifications')
  useNavigated(close)
  const unread = data?.unread ?? 0
  const count = countText(unread)
  return (
    <Place data-counts={count ? true : undefined}>
      <Button
        icon
        kind="plain"
        onDark
        aria-label={bellLabel(unread)}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        busy={busy}
        onClick={open}
      >
        <Bell aria-hidden />
      </Button>
      {count && <Count aria-hidden>{count}</Count>}
      {Panel && <Panel onClose={close} />}
    </Place>
  )
}

/** Calls back on every navigation, by links above the panel as well as back and forward. */
function useNavigated(onNavigated: () => void): void {
  const { key } = useLocation()
  const last = useRef(key)
  const navigated = useEffectEvent(onNavigated)
  useEffect(() => {
    if (last.current === key) return
    last.current = key
    navigated()
  }, [key])
}
