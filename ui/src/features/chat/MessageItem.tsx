import { Flag, Pencil, Trash2 } from 'lucide-react'
import { styled } from 'styled-components'
import type { ChatMessage } from '../../../../src/contracts/chat.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { mayEdit } from './model.ts'

export const Item = styled.li`
  display: grid;
  grid-template-columns: 26px minmax(0, 1fr);
  gap: 0 var(--s2);
  max-width: 92%;

  & > :first-child {
    grid-row: 1 / 4;
  }
  & > :not(:first-child) {
    grid-column: 2;
  }
  &[data-own],
  &[data-compact] {
    grid-template-columns: minmax(0, 1fr);
  }
  &[data-own] > :nth-child(n),
  &[data-compact] > :nth-child(n) {
    grid-column: 1;
    grid-row: auto;
  }
  &[data-own] {
    justify-self: end;
    justify-items: end;
  }
  &[data-compact] {
    max-width: none;
    font-size: var(--t1);
    justify-self: stretch;
    justify-items: start;
  }
`

export const Who = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 6px;
  align-items: center;
  font-size: var(--t1);
  color: var(--muted);

  b {
    color: var(--ink);
    overflow-wrap: anywhere;
  }
`

/** Line breaks are kept; the text is never anything but text. */
export const Text = styled.p`
  justify-self: start;
  padding: 7px 11px;
  background: var(--surface-2);
  white-space: pre-line;
  overflow-wrap: anywhere;

  [data-own] > & {
    justify-self: end;
    background: var(--you-tint);
    box-shadow: inset -3px 0 0 var(--you-line);
  }
  [data-deleted] > & {
    background: none;
    box-shadow: none;
    border: 1px dashed var(--line-strong);
    color: var(--muted);
    font-style: italic;
  }
  [data-compact] > & {
    padding: 2px 0 4px;
    background: none;
    box-shadow: none;
    border: 0;
  }
`

/** With a mouse the actions appear on the message under it; they are always there for keys and fingers. */
const Actions = styled.div`
  display: flex;
  gap: var(--s1);

  @media (hover: hover) {
    opacity: 0;

    :hover > &,
    &:focus-within {
      opacity: 1;
    }
  }
`

const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })

export interface MessageItemProps {
  message: ChatMessage
  userId: number
  /** May delete the messages of others. */
  canModerate: boolean
  isCompact: boolean
  now: number
  onEdit: () => void
  onDelete: () => void
  onReport: () => void
}

/** One message with what the reader may do about it. */
export function MessageItem(props: MessageItemProps) {
  const { message, userId, isCompact } = props
  const isOwn = message.userId === userId
  const { username, profileImage } = message.user
  return (
    <Item
      data-own={(isOwn && !isCompact) || undefined}
      data-compact={isCompact || undefined}
      data-deleted={message.isDeleted || undefined}
    >
      {!isOwn && !isCompact && <Avatar username={username} image={profileImage} size="sm" />}
      <Who>
        {isOwn ? isCompact && <b>You</b> : <b>{username}</b>}
        <time dateTime={message.createdAt}>{time.format(new Date(message.createdAt))}</time>
        {message.isEdited && !message.isDeleted && <Badge>edited</Badge>}
      </Who>
      <Text>{message.isDeleted ? 'Message deleted' : message.content}</Text>
      {!message.isDeleted && <MessageActions {...props} isOwn={isOwn} />}
    </Item>
  )
}

function MessageActions({
  message,
  userId,
  canModerate,
  isOwn,
  now,
  onEdit,
  onDelete,
  onReport,
}: MessageItemProps & { isOwn: boolean }) {
  return (
    <Actions>
      {mayEdit(message, userId, now) && (
        <Button icon size="sm" kind="plain" aria-label="Edit message" onClick={onEdit}>
          <Pencil aria-hidden />
        </Button>
      )}
      {(isOwn || canModerate) && (
        <Button icon size="sm" kind="plain" aria-label="Delete message" onClick={onDelete}>
          <Trash2 aria-hidden />
        </Button>
      )}
      {!isOwn && (
        <Button icon size="sm" kind="plain" aria-label="Report message" onClick={onReport}>
          <Flag aria-hidden />
        </Button>
      )}
    </Actions>
  )
}
