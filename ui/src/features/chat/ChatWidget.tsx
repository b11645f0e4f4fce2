import { MessageCircle, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { styled } from 'styled-components'
import { useSWRConfig } from 'swr'
import type { CurrentUser } from '../../../../src/areas/accounts/contract.ts'
import type { ChatMessage } from '../../../../src/areas/chat/contract.ts'
import { shared } from '../../api/shared.ts'
import { serverNow } from '../../lib/serverClock.ts'
import { store, stored } from '../../lib/storage.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Row, room, unprinted } from '../../ui/layout.ts'
import { Loading } from '../../ui/Skeleton.tsx'
import { useBackCloses } from '../../ui/useBackCloses.ts'
import { Composer } from './Composer.tsx'
import { Log } from './Log.tsx'
import { badgeText, type Room, unreadCount } from './model.ts'
import { type Chat, useChat } from './useChat.ts'

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

const Box = styled.section`
  display: grid;
  grid-template: auto minmax(0, 1fr) auto / minmax(0, 1fr);
  background: var(--surface);
  border: 1px solid var(--line);

  &[data-floating] {
    position: absolute;
    right: calc(var(--s3) + env(safe-area-inset-right));
    bottom: calc(var(--bar-height) + var(--s4) + env(safe-area-inset-bottom));
    width: min(25rem, calc(100% - 2 * var(--s3)));
    height: min(38rem, calc(100% - 160px));
    border-color: var(--line-strong);

    @container page (min-width: 64rem) {
      bottom: var(--s5);
    }
  }
  &[data-compact] {
    flex: 1 0 100%;
    max-height: 320px;
  }
`

const Head = styled(Row)`
  justify-content: space-between;
  padding: var(--s2) var(--s4);
  border-bottom: 1px solid var(--line);

  h2 {
    font-size: var(--t3);
    overflow-wrap: anywhere;
  }
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

type WidgetProps = Omit<ChatWidgetProps, 'isRoomAdmin'> & { userId: number; canModerate: boolean }

function Widget({ room, name, userId, canWrite, canModerate, compact = false }: WidgetProps) {
  const [isOpen, setOpen] = useState(false)
  const chat = useChat(room, userId, isOpen)
  const [lastSeen, see] = useLastSeen(room, userId)
  const button = useRef<HTMLButtonElement>(null)
  const { messages = [] } = chat
  const newest = messages.at(-1)?.id
  useEffect(() => {
    if (isOpen && newest !== undefined) see(newest)
  })
  const close = () => {
    setOpen(false)
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
        onClick={() => setOpen(!isOpen)}
      >
        <MessageCircle aria-hidden />
      </Button>
      {badge && <Count aria-hidden>{badge}</Count>}
    </Anchor>
  )
  const panel = isOpen && (
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

/** Places the cursor at the end of the text. */
const focusAtEnd = (box: HTMLTextAreaElement | null): void => {
  box?.focus()
  box?.setSelectionRange(box.value.length, box.value.length)
}

type PanelProps = WidgetProps & { chat: Chat; label: string; onClose: () => void }

function Panel({ chat, room, name, label, userId, canWrite, canModerate, compact = false, onClose }: PanelProps) {
  const [editing, setEditing] = useState<ChatMessage | null>(null)
  const [confirming, setConfirming] = useState<{ action: 'Delete' | 'Report'; message: ChatMessage } | null>(null)
  const input = useRef<HTMLTextAreaElement>(null)
  const box = useRef<HTMLElement>(null)
  useEffect(() => (input.current ?? box.current)?.focus(), [])
  const save = async (content: string) => {
    if (editing && (await chat.edit(editing.id, content))) setEditing(null)
  }
  return (
    <Box
      ref={box}
      tabIndex={-1}
      aria-label={label}
      data-floating={!compact || undefined}
      data-compact={compact || undefined}
      onKeyDown={(event) => event.key === 'Escape' && !confirming && onClose()}
    >
      <Head as="header" data-nowrap>
        <h2>{compact ? 'Chat' : name}</h2>
        <Button icon size="sm" aria-label="Close chat" onClick={onClose}>
          <X aria-hidden />
        </Button>
      </Head>
      <Loaded
        read={{ data: chat.messages, error: chat.error, mutate: chat.reload }}
        failed="Failed to load messages"
        waiting={<Loading label="Loading messages" rows={4} />}
      >
        {() => (
          <Log
            {...{ chat, userId, canModerate }}
            isCompact={compact}
            now={serverNow()}
            onAct={(action, message) => (action === 'Edit' ? setEditing(message) : setConfirming({ action, message }))}
          />
        )}
      </Loaded>
      {editing ? (
        <Composer
          key={editing.id}
          userId={userId}
          initial={editing.content ?? ''}
          label="Edit message"
          action="Save"
          onSubmit={save}
          onCancel={() => setEditing(null)}
          boxRef={focusAtEnd}
        />
      ) : (
        canWrite && (
          <Composer
            userId={userId}
            draftKey={`${room.kind} ${room.id}`}
            label="Message"
            action="Send"
            onSubmit={(content) => void chat.send(content)}
            boxRef={input}
          />
        )
      )}
      {confirming && (
        <ConfirmDialog
          title={`${confirming.action} message`}
          action={confirming.action}
          danger={confirming.action === 'Delete'}
          onConfirm={() => (confirming.action === 'Delete' ? chat.remove : chat.report)(confirming.message.id)}
          onClose={() => setConfirming(null)}
        >
          {confirming.action === 'Delete'
            ? 'This removes the text for everyone. The chat shows that a message was deleted.'
            : 'Administrators will read it and see who reported it.'}
        </ConfirmDialog>
      )}
    </Box>
  )
}
