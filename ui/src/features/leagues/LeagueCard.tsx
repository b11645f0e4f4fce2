import { BarChart3, Copy, Globe, Lock, UserPlus, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { styled } from 'styled-components'
import type { League } from '../../../../src/contracts/leagues.ts'
import { counted } from '../../lib/numbers.ts'
import { dateText } from '../../lib/when.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Row, Small } from '../../ui/layout.ts'
import { PanelBox } from '../../ui/Panel.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { shareCode } from './useLeagueActions.ts'

export const Cards = styled.ul`
  display: grid;
  gap: var(--s3);
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 300px), 1fr));

  @media (min-width: 600px) {
    gap: var(--s4);
  }
`

const Card = styled(PanelBox)`
  display: flex;
  flex-direction: column;
  gap: var(--s3);
  padding: var(--s4);

  h2 {
    font-size: var(--t4);
    overflow-wrap: anywhere;
    padding-right: var(--s3);
  }
  h2 a {
    color: inherit;
    text-decoration-color: transparent;
  }
  h2 a:hover {
    text-decoration-color: currentColor;
  }
  & > :last-child {
    margin-top: auto;
  }
`

const Description = styled.p`
  display: -webkit-box;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 3;
  overflow: hidden;
  overflow-wrap: anywhere;
`

const Facts = styled(Small)`
  display: grid;
  gap: 2px;
`

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

interface LeagueCardProps {
  league: League
  isAdmin: boolean
  /** In Discover: joins, or says that one is in already. */
  join?: { busy: boolean; onJoin: () => void }
  /** For its members. */
  chat?: ReactNode
}

/** A league with who made it, how many are in and the ways on. */
export function LeagueCard({ league, isAdmin, join, chat }: LeagueCardProps) {
  const { id, name, description, joinCode } = league
  const of = <VisuallyHidden> {name}</VisuallyHidden>
  return (
    <Card as="li">
      <h2>
        <Link to={`/leagues/${id}`}>{name}</Link>
      </h2>
      <Row>
        <LeagueTypeBadge type={league.type} />
        {isAdmin ? <Badge tone="ok">Admin</Badge> : join && league.isMember && <Badge tone="ok">Member</Badge>}
      </Row>
      {description && <Description>{description}</Description>}
      <Facts>
        <span>{counted(league.memberCount, 'member')}</span>
        <span>
          Created by {league.creator.username}, {dateText(league.createdAt)}
        </span>
      </Facts>
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
        {joinCode && (
          <Button size="sm" onClick={() => shareCode(joinCode)}>
            <Copy aria-hidden />
            <span>Share Join Code{of}</span>
          </Button>
        )}
        {chat}
      </Row>
    </Card>
  )
}
