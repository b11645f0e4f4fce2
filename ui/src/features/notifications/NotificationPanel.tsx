import { BellRing, type LucideIcon } from 'lucide-react'
import { Link } from 'react-router-dom'
import { styled } from 'styled-components'
import type { Notification } from '../../../../src/areas/notifications/contract.ts'
import type { NotificationKindEntry } from '../../lib/area.ts'
import { serverNow } from '../../lib/serverClock.ts'
import { fullTime } from '../../lib/when.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { PlayLink } from '../../ui/ButtonLink.tsx'
import { Layer } from '../../ui/DialogWindow.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Row as Line } from '../../ui/layout.ts'
import { NamedText } from '../../ui/NamedText.tsx'
import { passFocus } from '../../ui/passFocus.ts'
import { Loading } from '../../ui/Skeleton.tsx'
import { EmptyState } from '../../ui/State.tsx'
import { MuteSwitches } from './MuteSwitches.tsx'
import { agoText } from './model.ts'
import { useInbox } from './useInbox.ts'

const Waiting = styled(Loading)`
  padding: var(--s4);
`

const Item = styled.li`
  display: grid;
  grid-template-columns: 1.625rem minmax(0, 1fr);
  gap: 2px var(--s3);
  padding: var(--s3) var(--s4);
  border-bottom: 1px solid var(--line);
  border-left: 4px solid transparent;

  &[data-new] {
    border-left-color: var(--brand);
  }
  & > svg {
    width: 20px;
    height: 20px;
    margin-top: 2px;
    color: var(--muted);
  }
  & > div {
    display: grid;
    gap: 2px;
    min-width: 0;
  }
  h3 {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: var(--s2);
    font-size: var(--t3);
  }
  /* Stacked links need a tap target of 24 px each. */
  h3 a {
    display: inline-flex;
    align-items: center;
    min-height: 24px;
  }
  p a {
    padding-block: 2px;
    margin-block: -2px;
  }
  p {
    overflow-wrap: anywhere;
    text-wrap: pretty;
  }
  time {
    font-size: var(--t1);
    color: var(--muted);
  }
`

const Actions = styled(Line)`
  padding: var(--s4);
`

const Foot = styled.section`
  padding: var(--s4);
  border-top: 1px solid var(--line);
  background: var(--surface-2);
`

interface NotificationPanelProps {
  readonly kinds: readonly NotificationKindEntry[]
  readonly onClose: () => void
}

/** The inbox. New notifications are marked as read once shown. Its footer has the switches for each kind. */
export function NotificationPanel({ kinds, onClose }: NotificationPanelProps) {
  return (
    <Layer side="right" title="Notifications" onClose={onClose}>
      <List kinds={kinds} onClose={onClose} />
      <Foot aria-label="Notification settings">
        <MuteSwitches kinds={kinds} />
      </Foot>
    </Layer>
  )
}

function List({ kinds, onClose }: NotificationPanelProps) {
  const inbox = useInbox()
  const now = serverNow()
  return (
    <Loaded
      read={inbox.read}
      failed="Unable to load notifications"
      waiting={<Waiting label="Loading notifications" rows={5} rowHeight="56px" />}
      empty={
        <EmptyState title="Nothing new yet" icon={BellRing} action={<PlayLink onClick={onClose} />}>
          Find out here how you scored in a gameweek, which achievements and prizes you earned, when a corrected result
          changes your points, what’s happening in your leagues, and who answered your feedback.
        </EmptyState>
      }
    >
      {(shown) => (
        <>
          <ul>
            {shown.map((one) => (
              <Row
                key={one.id}
                notification={one}
                icon={kinds.find(({ kind }) => kind === one.kind)?.icon}
                isNew={inbox.isNew(one.id)}
                now={now}
                onFollow={onClose}
              />
            ))}
          </ul>
          {(inbox.hasMore || inbox.unreadBelow > 0) && (
            <Actions>
              {inbox.hasMore && (
                <Button ref={passFocus} busy={inbox.isLoadingMore} onClick={inbox.showMore}>
                  Show more
                </Button>
              )}
              {inbox.unreadBelow > 0 && (
                <Button ref={passFocus} kind="plain" onClick={inbox.markAll}>
                  Mark all as read
                </Button>
              )}
            </Actions>
          )}
        </>
      )}
    </Loaded>
  )
}

interface RowProps {
  readonly notification: Notification
  readonly icon?: LucideIcon
  readonly isNew: boolean
  /** Current time in ms. */
  readonly now: number
  readonly onFollow: () => void
}

function Row({ notification, icon: Icon = BellRing, isNew, now, onFollow }: RowProps) {
  const { title, text, names, link, createdAt } = notification
  const [person] = names
  return (
    <Item data-new={isNew || undefined}>
      {person ? <Avatar username={person.username} image={person.profileImage} size="sm" /> : <Icon aria-hidden />}
      <div>
        <h3>
          {link === null ? (
            title
          ) : (
            <Link to={link} onClick={onFollow}>
              {title}
            </Link>
          )}
          {isNew && <Badge tone="ink">New</Badge>}
        </h3>
        <p>
          <NamedText text={text} names={names} />
        </p>
        <time dateTime={createdAt} title={fullTime(createdAt)}>
          {agoText(createdAt, now)}
        </time>
      </div>
    </Item>
  )
}
