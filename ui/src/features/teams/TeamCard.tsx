import { useState } from 'react'
import { styled } from 'styled-components'
import type { LeagueTeam, TeamRole } from '../../../../src/areas/teams/contract.ts'
import { ofText, shareText } from '../../lib/accuracy.ts'
import { count, counted, wordFor } from '../../lib/numbers.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Num, Row, Small, Spread } from '../../ui/layout.ts'
import { PlayerName } from '../../ui/PlayerName.tsx'
import { useSend } from '../../ui/useSend.ts'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { written } from '../../ui/Written.ts'
import type { Membership } from './model.ts'
import { TeamDialog } from './TeamDialog.tsx'
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
  ${written}
  color: var(--muted);
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

const SHOWN_MEMBERS = 3

interface TeamCardProps {
  team: LeagueTeam
  userId: number
  membership: Membership
}

export function TeamCard({ team, userId, membership }: TeamCardProps) {
  const { isBusy, send } = useSend('leagues')
  const [open, setOpen] = useState<'details' | 'leaving' | null>(null)
  const close = () => setOpen(null)
  const members = `/api/teams/${team.id}/members`
  const join = () =>
    send(members, {
      body: { userId, role: 'member' },
      done: { title: 'Joined team successfully' },
      failed: 'Failed to join team',
    })
  const leave = () =>
    send(`${members}/${userId}`, {
      method: 'DELETE',
      done: { title: 'Left team successfully' },
      failed: 'Failed to leave team',
    })
  const press = () => {
    if (membership !== 'leave') return join()
    return team.memberCount === 1 ? setOpen('leaving') : leave()
  }
  const setRole = (memberId: number, role: TeamRole) =>
    send(`${members}/${memberId}`, {
      method: 'PATCH',
      body: { role },
      done: { title: 'Role changed' },
      failed: 'Failed to change role',
    })
  const shown = team.members.slice(0, SHOWN_MEMBERS)
  const more = team.memberCount - shown.length
  const word = { leave: 'Leave Team', join: 'Join Team', elsewhere: 'Join Team', full: 'Team Full', none: '' }[
    membership
  ]
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
          <Big>{shareText(team)}</Big> <Small>{ofText(team)}</Small>
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
      {more > 0 && <Small>+{counted(more, 'more member')}</Small>}
      <Row>
        {membership !== 'none' && (
          <Button
            size="sm"
            aria-label={`${word} ${team.name}`}
            busy={isBusy && membership !== 'full'}
            disabled={membership === 'full' || membership === 'elsewhere'}
            title={membership === 'elsewhere' ? 'You are in another team of this league' : undefined}
            onClick={press}
          >
            {word}
          </Button>
        )}
        <Button size="sm" kind="plain" aria-label={`Details ${team.name}`} onClick={() => setOpen('details')}>
          Details
        </Button>
      </Row>
      {open === 'details' && <TeamDialog team={team} userId={userId} busy={isBusy} onRole={setRole} onClose={close} />}
      {open === 'leaving' && (
        <ConfirmDialog title={`Leave ${team.name}?`} action="Leave Team" danger onConfirm={leave} onClose={close}>
          You are its last member, so the team disbands.
        </ConfirmDialog>
      )}
    </TeamBox>
  )
}
