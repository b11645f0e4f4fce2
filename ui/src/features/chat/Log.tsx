import { useLayoutEffect, useRef, useState } from 'react'
import { styled } from 'styled-components'
import type { ChatMessage } from '../../../../src/areas/chat/contract.ts'
import { Button } from '../../ui/Button.tsx'
import { Row } from '../../ui/layout.ts'
import { ScrollBox } from '../../ui/ScrollBox.ts'
import { Item, type MessageAction, MessageItem, Text, Who } from './MessageItem.tsx'
import { byDay } from './model.ts'
import type { Chat } from './useChat.ts'

const Scroll = styled(ScrollBox)`
  max-height: none;
  padding: var(--s3) var(--s4);

  ol {
    display: grid;
    gap: 10px;
    grid-template-columns: minmax(0, 1fr);
  }
`

const DayLine = styled.h3`
  display: flex;
  align-items: center;
  gap: var(--s3);
  margin-block: 10px;
  font: 400 var(--t1) / 1.4 var(--text);
  color: var(--muted);

  &::before,
  &::after {
    content: '';
    flex: 1;
    height: 1px;
    background: var(--line);
  }
`

const Empty = styled.p`
  padding: var(--s5) var(--s4);
  text-align: center;
  color: var(--muted);
`

/** Maximum distance from an end of the log that counts as being there, in px. */
const NEAR = 40

interface LogProps {
  chat: Chat
  userId: number
  canWrite: boolean
  canModerate: boolean
  isCompact: boolean
  now: number
  onAct: (action: MessageAction, message: ChatMessage) => void
  /** Moves the focus to the box for the next message. */
  focusInput: () => void
}

/** Messages by day. Sticks to the newest message and loads older ones at the top. */
export function Log({ chat, userId, canWrite, canModerate, isCompact, now, onAct, focusInput }: LogProps) {
  const { messages = [], pending } = chat
  const [openId, setOpenId] = useState<number | null>(null)
  const length = messages.length + pending.length
  const failed = pending.filter(({ hasFailed }) => hasFailed).length
  const scroll = useScroll(messages[0]?.id, `${length} ${openId} ${failed}`, chat.loadOlder)
  // The action removes its button.
  const andFocus = (act: () => void) => () => {
    act()
    focusInput()
  }
  if (length === 0)
    return (
      <Scroll>
        <Empty>No messages yet.{canWrite && ' Start the conversation!'}</Empty>
      </Scroll>
    )
  return (
    <Scroll role="log" aria-label="Messages" tabIndex={0} {...scroll}>
      {[...byDay(messages, now)].map(([label, ofDay]) => (
        <section key={label} aria-label={label}>
          <DayLine>{label}</DayLine>
          <ol>
            {ofDay.map((message) => (
              <MessageItem
                key={message.id}
                {...{ message, userId, canModerate, isCompact, now }}
                isOpen={openId === message.id}
                onOpen={(isOpen) => setOpenId(isOpen ? message.id : null)}
                onAct={(action) => {
                  if (action === 'Edit') setOpenId(null)
                  onAct(action, message)
                }}
              />
            ))}
          </ol>
        </section>
      ))}
      <ol>
        {pending.map(({ key, content, hasFailed }) => (
          <Item key={key} data-own={!isCompact || undefined} data-compact={isCompact || undefined}>
            <Who>{hasFailed ? 'Not sent' : 'Sending…'}</Who>
            <Text>{content}</Text>
            {hasFailed && (
              <Row>
                <Button size="sm" kind="plain" onClick={andFocus(() => void chat.send(content, key))}>
                  Retry
                </Button>
                <Button size="sm" kind="plain" onClick={andFocus(() => chat.discard(key))}>
                  Delete
                </Button>
              </Row>
            )}
          </Item>
        ))}
      </ol>
    </Scroll>
  )
}

/** Keeps the scroll position. A changed `content` means a changed log. */
function useScroll(firstId: number | undefined, content: string, loadOlder: () => Promise<void>) {
  const ref = useRef<HTMLDivElement>(null)
  const before = useRef({ firstId, height: 0, isAtEnd: true })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on new messages at either end and when actions open
  useLayoutEffect(() => {
    const box = ref.current
    if (!box) return
    const { firstId: oldFirst, height, isAtEnd } = before.current
    if (isAtEnd) box.scrollTop = box.scrollHeight
    else if (firstId !== oldFirst) box.scrollTop += box.scrollHeight - height
    before.current = { firstId, height: box.scrollHeight, isAtEnd }
  }, [firstId, content])
  return {
    ref,
    onScroll() {
      const box = ref.current!
      before.current.isAtEnd = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR
      if (box.scrollTop < NEAR && !before.current.isAtEnd) void loadOlder()
    },
  }
}
