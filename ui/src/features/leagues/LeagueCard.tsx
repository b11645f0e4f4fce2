import { BarChart3, Copy, Globe, Lock, UserPlus, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { styled } from 'styled-components'
import type { League } from '../../../../src/contracts/leagues.ts'
import { counted, ordinal } from '../../lib/numbers.ts'
import { dateText } from '../../lib/when.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { Card, CardFacts, CardText } from '../../ui/Card.tsx'
import { Row, Whole } from '../../ui/layout.ts'
import { PlayerName } from '../../ui/PlayerName.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { AdminBadge } from './AdminBadge.tsx'
import { shareCode } from './useLeagueActions.ts'

export function LeagueTypeBadge({ type }: Pick<League, 'type'>) {
  return type === 'public' ? (
    <Badge tone="info">
      <Globe aria-hidden />
      Public
    </Badge>
  ) : (
    <Badge>
      <Lock aria-hidden />
      Private
    </Badge>
  )
}

/** Where the reader stands: what the card is looked at for. */
const Place = styled.p`
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  gap: 0 var(--s2);
  color: var(--muted);

  b {
    font: var(--b5);
    color: var(--ink);
  }
`

interface LeagueCardProps {
  league: League
  isAdmin: boolean
  /** In Discover: joins, or says that one is in already. */
  join?: { busy: boolean; onJoin: () => void }
  /** For its members. */
  chat?: ReactNode
}

/** A league with the reader's place in it where known, who made it, how many are in and the ways on. */
export function LeagueCard({ league, isAdmin, join, chat }: LeagueCardProps) {
  const { id, name, description, joinCode, standing } = league
  const of = <VisuallyHidden> {name}</VisuallyHidden>
  return (
    <Card as="li">
      <h2>
        <Link to={`/leagues/${id}`}>{name}</Link>
      </h2>
      <Row>
        <LeagueTypeBadge type={league.type} />
        {isAdmin ? <AdminBadge /> : join && league.isMember && <Badge tone="ok">Member</Badge>}
      </Row>
      {description && <CardText>{description}</CardText>}
      {standing && (
        <Place>
          <b>{ordinal(standing.ranking)}</b>
          <span>
            of {counted(league.memberCount, 'member')} · <Whole>{counted(standing.totalPoints, 'point')}</Whole>
          </span>
        </Place>
      )}
      <CardFacts>
        {!standing && <span>{counted(league.memberCount, 'member')}</span>}
        <span>
          Created by{' '}
          <PlayerName id={league.creatorId} image={league.creator.profileImage} name={league.creator.username} inText />
          , <Whole>{dateText(league.createdAt)}</Whole>
        </span>
      </CardFacts>
      <Row>
        {join && !league.isMember && (
          <Button size="sm" busy={join.busy} onClick={join.onJoin}>
            <UserPlus aria-hidden />
            <span>Join{of}</span>
          </Button>
        )}
        <ButtonLink size="sm" to={`/leagues/${id}/statistics`}>
          <BarChart3 aria-hidden />
          <span>Stats{of}</span>
        </ButtonLink>
        <ButtonLink size="sm" to={`/team-management/${id}`}>
          <Users aria-hidden />
          <span>Teams{of}</span>
        </ButtonLink>
        {chat}
        {joinCode && (
          <Button size="sm" onClick={() => shareCode(joinCode)}>
            <Copy aria-hidden />
            <span>Share Join Code{of}</span>
          </Button>
        )}
      </Row>
    </Card>
  )
}
