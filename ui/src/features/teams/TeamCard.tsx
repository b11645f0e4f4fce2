import { styled } from 'styled-components'
import type { LeagueTeam } from '../../../../src/contracts/league-teams.ts'
import { count, wordFor } from '../../lib/numbers.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Num, Row, Small, Spread } from '../../ui/layout.ts'
import { PlayerName } from '../../ui/PlayerName.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { type Membership, moreWords, SHOWN_MEMBERS } from './model.ts'
import { RecordBar, RoleIcon, TeamDot } from './TeamParts.tsx'

const TeamBox = styled(Card)`
  h3 {
    display: flex;
    align-items: center;
    gap: var(--s2);
    min-width: 0;
    overflow-wrap: anywhere;
  }
`

const Head = styled(Spread)`
  padding-right: var(--s3);
`

const Description = styled.p`
  color: var(--muted);
  overflow-wrap: anywhere;
`

const Big = styled(Num)`
  font-size: var(--t5);
  line-height: 1;
`

const List = styled.ul`
  display: grid;
  gap: 6px;
  grid-template-columns: minmax(0, 1fr);

  li {
    display: flex;
    align-items: center;
    gap: var(--s2);
    min-width: 0;
  }
  @container page (width < 18rem) {
    li {
      flex-wrap: wrap;
    }
  }
`

const Name = styled.span`
  min-width: 0;
  overflow-wrap: anywhere;
`

const Points = styled(Num)`
  margin-left: auto;
  font-size: var(--t3);
`

interface TeamCardProps {
  team: LeagueTeam
  userId: number
  membership: Membership
  busy: boolean
  onJoin: () => void
  onLeave: () => void
  onDetails: () => void
}

/** A team with its record, its first members and what the reader can do about it. */
export function TeamCard({ team, userId, membership, busy, onJoin, onLeave, onDetails }: TeamCardProps) {
  const shown = team.members.slice(0, SHOWN_MEMBERS)
  const more = team.memberCount - shown.length
  const of = <VisuallyHidden> {team.name}</VisuallyHidden>
  return (
    <TeamBox as="li">
      <Head>
        <h3>
          <TeamDot colour={team.teamColor} />
          {team.name}
        </h3>
        <Small>
          {team.memberCount} of {team.maxMembers} members
        </Small>
      </Head>
      {team.description && <Description>{team.description}</Description>}
      <Spread>
        <span>
          <Big>{count(team.totalPoints)}</Big> <Small>{wordFor(team.totalPoints, 'point')}</Small>
        </span>
        <span>
          <Big>{team.averageAccuracy.toFixed(1)}%</Big> <Small>accuracy</Small>
        </span>
        <Num aria-hidden>
          W{team.wins} D{team.draws} L{team.losses}
        </Num>
      </Spread>
      <RecordBar team={team} />
      <List aria-label={`Members of ${team.name}`}>
        {shown.map((member) => (
          <li key={member.userId}>
            <Avatar
              size="sm"
              username={member.user.username}
              image={member.user.profileImage}
              isYou={member.userId === userId}
            />
            <Name>
              <PlayerName id={member.userId} name={member.user.username} isYou={member.userId === userId} />
            </Name>
            <RoleIcon role={member.role} />
            <Points>
              {count(member.contributedPoints)}
              <VisuallyHidden> {wordFor(member.contributedPoints, 'point')} contributed</VisuallyHidden>
            </Points>
          </li>
        ))}
      </List>
      {more > 0 && <Small>{moreWords(more)}</Small>}
      <Row>
        {membership === 'leave' && (
          <Button size="sm" busy={busy} onClick={onLeave}>
            <span>Leave Team{of}</span>
          </Button>
        )}
        {(membership === 'join' || membership === 'elsewhere') && (
          <Button
            size="sm"
            busy={busy}
            disabled={membership === 'elsewhere'}
            title={membership === 'elsewhere' ? 'You are in another team of this league' : undefined}
            onClick={onJoin}
          >
            <span>Join Team{of}</span>
          </Button>
        )}
        {membership === 'full' && (
          <Button size="sm" disabled>
            <span>Team Full{of}</span>
          </Button>
        )}
        <Button size="sm" kind="plain" onClick={onDetails}>
          <span>Details{of}</span>
        </Button>
      </Row>
    </TeamBox>
  )
}
