import { Ellipsis } from 'lucide-react'
import { useId } from 'react'
import { styled } from 'styled-components'
import type { ChatMessage } from '../../../../src/areas/chat/contract.ts'
import { timeText } from '../../lib/when.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Row } from '../../ui/layout.ts'
import { PlayerName } from '../../ui/PlayerName.tsx'
import { tapTarget } from '../../ui/tapTarget.ts'
import { written } from '../../ui/Written.ts'
import { mayEdit } from './model.ts'

export const Item = styled.li`
  display: grid;
  grid-template-columns: 1.625rem minmax(0, 1fr);
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

export const Who = styled(Row)`
  gap: 6px;
  font-size: var(--t1);
  color: var(--muted);

  b {
    color: var(--ink);
    overflow-wrap: anywhere;
  }
`

export const Text = styled.p`
  justify-self: start;
  padding: 7px 11px;
  background: var(--surface-2);
  ${written}

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

/* Shares the line of the name, so that it adds no line per message. */
const More = styled.button`
  ${tapTarget}
  --tap-inset: -9px;
  display: grid;
  place-items: center;
  width: 1.625rem;
  height: 24px;
  margin-block: -3px;
  color: var(--muted);

  svg {
    width: 17px;
    height: 17px;
  }
  &:hover,
  &[aria-expanded='true'] {
    background: var(--surface-2);
    color: var(--ink);
  }
`

const Actions = styled(Row)`
  gap: var(--s1);
  margin-top: var(--s1);
`

export type MessageAction = 'Edit' | 'Delete' | 'Report'

interface MessageItemProps {
  message: ChatMessage
  userId: number
  /** May delete messages of others. */
  canModerate: boolean
  isCompact: boolean
  now: number
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  onAct: (action: MessageAction) => void
}

export function MessageItem({ message, userId, canModerate, isCompact, now, isOpen, onOpen, onAct }: MessageItemProps) {
  const actionsId = useId()
  const isOwn = message.userId === userId
  const { username, displayName, profileImage } = message.user
  const at = timeText(message.createdAt)
  const may = { Edit: mayEdit(message, userId, now), Delete: isOwn || canModerate, Report: !isOwn }
  return (
    <Item
      data-own={(isOwn && !isCompact) || undefined}
      data-compact={isCompact || undefined}
      data-deleted={message.isDeleted || undefined}
    >
      {!isOwn && !isCompact && <Avatar username={username} image={profileImage} size="sm" />}
      <Who>
        {(!isOwn || isCompact) && (
          <b>
            <PlayerName id={message.userId} name={username} also={displayName} isYou={isOwn} />
          </b>
        )}
        <time dateTime={message.createdAt}>{at}</time>
        {message.isEdited && !message.isDeleted && <Badge>edited</Badge>}
        {!message.isDeleted && (
          <More
            type="button"
            aria-label={`Actions for ${isOwn ? 'your message' : `the message of ${username}`}, ${at}`}
            aria-expanded={isOpen}
            aria-controls={isOpen ? actionsId : undefined}
            onClick={() => onOpen(!isOpen)}
          >
            <Ellipsis aria-hidden />
          </More>
        )}
      </Who>
      <Text>{message.isDeleted ? 'Message deleted' : message.content}</Text>
      {isOpen && !message.isDeleted && (
        <Actions id={actionsId}>
          {(['Edit', 'Delete', 'Report'] as const).map(
            (action) =>
              may[action] && (
                <Button key={action} size="sm" aria-label={`${action} message`} onClick={() => onAct(action)}>
                  {action}
                </Button>
              ),
          )}
        </Actions>
      )}
    </Item>
  )
}
