import { MessageCircle } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { styled } from 'styled-components'
import { useSWRConfig } from 'swr'
import type { CurrentUser } from '../../../../src/areas/accounts/contract.ts'
import { shared } from '../../api/shared.ts'
import { store, stored } from '../../lib/storage.ts'
import { Button } from '../../ui/Button.tsx'
import { room, unprinted } from '../../ui/layout.ts'
import { useBackCloses } from '../../ui/useBackCloses.ts'
import { useLazyComponent } from '../../ui/useLazyComponent.tsx'
import { badgeText, type Room, unreadCount } from './model.ts'
import { useChat } from './useChat.ts'

/* Above the page: below the bottom bar's sheet, and with an open panel above the bar itself. */
const Frame = styled.div`
  ${room}
  ${unprinted}
  position: fixed;
  z-index: 7;
  inset: 0;
  pointer-events: none;

  &[data-open] {
    z-index: 9;
  }
  & > * {
    pointer-events: auto;
  }
`

const Anchor = styled.span`
  position: relative;
  display: inline-flex;

  &[data-floating] {
    position: absolute;
    right: calc(var(--s4) + env(safe-area-inset-right));
    bottom: calc(var(--bar-height) + var(--s4) + env(safe-area-inset-bottom));

    @container page (min-width: 64rem) {
      bottom: var(--s5);
    }
  }
`

const Count = styled.span`
  position: absolute;
  top: -8px;
  right: -8px;
  min-width: 22px;
  padding: 2px 5px;
  background: var(--live);
  color: var(--on-live);
  font: 600 var(--t1) / 1.25 var(--board);
  text-align: center;
  pointer-events: none;
`

interface ChatWidgetProps {
  room: Room
  name: string
  /** Whether the reader may write. */
  canWrite: boolean
  /** The reader is the league's admin. League admins and administrators may delete messages of others. */
  isRoomAdmin?: boolean
  /** In a league card: inline instead of floating. */
  compact?: boolean
}

/**
 * The chat of a league or competition: a button with the unread count, and its panel. Renders nothing without a user.
 */
export function ChatWidget({ isRoomAdmin = false, ...rest }: ChatWidgetProps) {
  const user: CurrentUser | null | undefined = useSWRConfig().cache.get(shared.user.key)?.data
  if (!user) return null
  const canModerate = isRoomAdmin || user.role === 'admin'
  return <Widget key={`${rest.room.kind} ${rest.room.id}`} {...rest} userId={user.id} canModerate={canModerate} />
}

const loadPanel = () => import('./ChatPanel.tsx').then((module) => module.ChatPanel)

type WidgetProps = Omit<ChatWidgetProps, 'isRoomAdmin'> & { userId: number; canModerate: boolean }

function Widget({ room, name, userId, canWrite, canModerate, compact = false }: WidgetProps) {
  const { Component: Panel, isOpen, busy, open, close: hide } = useLazyComponent(loadPanel, 'Failed to load the chat')
  const chat = useChat(room, userId, isOpen)
  const [lastSeen, see] = useLastSeen(room, userId)
  const button = useRef<HTMLButtonElement>(null)
  const { messages = [] } = chat
  const newest = messages.at(-1)?.id
  useEffect(() => {
    if (isOpen && newest !== undefined) see(newest)
  })
  const close = () => {
    hide()
    // A floating button only reappears after this render.
    requestAnimationFrame(() => button.current?.focus())
  }
  useBackCloses(isOpen && !compact, close)
  const badge = isOpen ? null : badgeText(unreadCount(messages, userId, lastSeen), compact)
  const label = `${room.kind === 'league' ? 'League' : 'Competition'} chat, ${name}`
  const opener = (
    <Anchor data-floating={!compact || undefined}>
      <Button
        ref={button}
        icon
        size={compact ? 'sm' : 'md'}
        kind={compact ? 'neutral' : 'primary'}
        aria-label={badge ? `${label}, ${badge} unread` : label}
        aria-expanded={isOpen}
        busy={busy}
        onClick={() => (isOpen ? close() : void open())}
      >
        <MessageCircle aria-hidden />
      </Button>
      {badge && <Count aria-hidden>{badge}</Count>}
    </Anchor>
  )
  const panel = Panel && (
    <Panel {...{ chat, room, name, label, userId, canWrite, canModerate, compact }} onClose={close} />
  )
  if (compact)
    return (
      <>
        {opener}
        {panel}
      </>
    )
  return (
    <>
      {/* The foot of the page clears the button. */}
      <span data-chat hidden />
      {createPortal(<Frame data-open={isOpen || undefined}>{panel || opener}</Frame>, document.body)}
    </>
  )
}

/** The last message seen in a room, stored on this device. */
function useLastSeen({ kind, id }: Room, userId: number): [number | null, (id: number) => void] {
  const key = `plp-chat-${userId}-${kind}-${id}`
  const [seen, setSeen] = useState(() => Number(stored(key)) || null)
  return [
    seen,
    (messageId) => {
      if (messageId === seen) return
      setSeen(messageId)
      store(key, String(messageId))
    },
  ]
}
