import { Bell } from 'lucide-react'
import { type ComponentType, useState } from 'react'
import { styled } from 'styled-components'
import useSWR from 'swr'
import type { Notification } from '../../../../src/contracts/notifications.ts'
import { keys } from '../../api/keys.ts'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/Toast.tsx'
import { bellLabel, countText, unreadAmong } from './unread.ts'

const Place = styled.span`
  position: relative;
  display: inline-flex;
`

const Count = styled.span`
  position: absolute;
  top: 1px;
  right: -1px;
  min-width: 18px;
  padding: 1px 4px;
  background: var(--live);
  color: var(--on-live);
  font: 600 var(--t1) / 1.25 var(--board);
  text-align: center;
  pointer-events: none;
`

interface PanelProps {
  readonly onClose: () => void
}

/** How many notifications are unread, and the panel with them, which is loaded when it is first opened. */
export function NotificationBell() {
  const { data = [] } = useSWR<Notification[]>(keys.inbox)
  const [Panel, setPanel] = useState<ComponentType<PanelProps>>()
  const [isOpen, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const unread = unreadAmong(data)
  const count = countText(unread)
  const open = async () => {
    setBusy(true)
    try {
      const { NotificationPanel } = await import('./NotificationPanel.tsx')
      setPanel(() => NotificationPanel)
      setOpen(true)
    } catch {
      toast({ title: 'Failed to load notifications', description: 'Please try again.', variant: 'destructive' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Place>
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
      {Panel && isOpen && <Panel onClose={() => setOpen(false)} />}
    </Place>
  )
}
