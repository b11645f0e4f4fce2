import { X } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { styled } from 'styled-components'
import type { ChatMessage } from '../../../../src/areas/chat/contract.ts'
import { serverNow } from '../../lib/serverClock.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Row, Small } from '../../ui/layout.ts'
import { Loading } from '../../ui/Skeleton.tsx'
import { Composer } from './Composer.tsx'
import { Log } from './Log.tsx'
import type { Room } from './model.ts'
import type { Chat } from './useChat.ts'

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

const Foot = styled(Small)`
  padding: var(--s3) var(--s4);
  border-top: 1px solid var(--line);
`

/** Places the cursor at the end of the text. */
const focusAtEnd = (box: HTMLTextAreaElement | null): void => {
  box?.focus()
  box?.setSelectionRange(box.value.length, box.value.length)
}

interface ChatPanelProps {
  chat: Chat
  room: Room
  name: string
  label: string
  userId: number
  canWrite: boolean
  canModerate: boolean
  /** Inline instead of floating. */
  compact: boolean
  onClose: () => void
}

/** Messages of a room and the box to write one. Loaded when it is opened. */
export function ChatPanel({
  chat,
  room,
  name,
  label,
  userId,
  canWrite,
  canModerate,
  compact = false,
  onClose,
}: ChatPanelProps) {
  const [editing, setEditing] = useState<ChatMessage | null>(null)
  const [confirming, setConfirming] = useState<{ action: 'Delete' | 'Report'; message: ChatMessage } | null>(null)
  const input = useRef<HTMLTextAreaElement>(null)
  const box = useRef<HTMLElement>(null)
  const focusInput = useCallback(() => (input.current ?? box.current)?.focus(), [])
  useEffect(() => {
    if (!editing) focusInput()
  }, [editing, focusInput])
  // A dialog cannot return the focus to a button that its action has removed.
  useEffect(() => {
    if (!confirming && document.activeElement === document.body) box.current?.focus()
  }, [confirming])
  const save = async (content: string) => {
    if (editing && (await chat.edit(editing.id, content))) setEditing(null)
  }
  return (
    <Box
      ref={box}
      tabIndex={-1}
      aria-label={label}
      data-floating={!compact || undefined}
      data-needs-foot={!compact || undefined}
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
            {...{ chat, userId, canWrite, canModerate, focusInput }}
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
      ) : canWrite ? (
        <Composer
          userId={userId}
          draftKey={`${room.kind} ${room.id}`}
          label="Message"
          action="Send"
          onSubmit={(content) => void chat.send(content)}
          boxRef={input}
        />
      ) : (
        <Foot>Only players in this competition can write here.</Foot>
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
