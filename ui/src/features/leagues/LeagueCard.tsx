import { BarChart3, Copy, Globe, Lock, UserPlus, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { styled } from 'styled-components'
import type { League } from '../../../../src/areas/leagues/contract.ts'
import { counted, ordinal } from '../../lib/numbers.ts'
import { dateText } from '../../lib/when.ts'
import { AdminBadge } from '../../ui/AdminBadge.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { Card, CardFacts, CardText } from '../../ui/Card.tsx'
import { Row, Whole } from '../../ui/layout.ts'
import { PlayerName } from '../../ui/PlayerName.tsx'
import { passFocus } from '../../ui/passFocus.ts'
import { shareCode, useJoin } from './useLeagueActions.ts'

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
  /** In Discover: shows the join button or the membership. */
  canJoin?: boolean
  chat?: ReactNode
}

export function LeagueCard({ league, isAdmin, canJoin, chat }: LeagueCardProps) {
  const { id, name, description, joinCode, standing } = league
  const { isBusy, join } = useJoin(league)
  return (
    <Card as="li">
      <h2>
        <Link to={`/leagues/${id}`}>{name}</Link>
      </h2>
      <Row>
        <LeagueTypeBadge type={league.type} />
        {isAdmin ? <AdminBadge /> : canJoin && league.isMember && <Badge tone="ok">Member</Badge>}
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
        {canJoin && !league.isMember && (
          <Button ref={passFocus} size="sm" aria-label={`Join ${name}`} busy={isBusy} onClick={join}>
            <UserPlus aria-hidden />
            Join
          </Button>
        )}
        <ButtonLink size="sm" to={`/leagues/${id}/statistics`} aria-label={`Stats ${name}`}>
          <BarChart3 aria-hidden />
          Stats
        </ButtonLink>
        <ButtonLink size="sm" to={`/team-management/${id}`} aria-label={`Teams ${name}`}>
          <Users aria-hidden />
          Teams
        </ButtonLink>
        {chat}
        {joinCode && (
          <Button size="sm" aria-label={`Share Join Code ${name}`} onClick={() => shareCode(joinCode)}>
            <Copy aria-hidden />
            Share Join Code
          </Button>
        )}
      </Row>
    </Card>
  )
}
