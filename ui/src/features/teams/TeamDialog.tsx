import { styled } from 'styled-components'
import type { LeagueTeam, TeamRole } from '../../../../src/areas/teams/contract.ts'
import { ofText, shareText } from '../../lib/accuracy.ts'
import { count, wordFor } from '../../lib/numbers.ts'
import { dateText } from '../../lib/when.ts'
import { Choice } from '../../ui/Choice.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Fact } from '../../ui/Facts.tsx'
import { Num, Small } from '../../ui/layout.ts'
import { PersonRow, RowFigure, Rows } from '../../ui/PersonRow.tsx'
import { Figures } from '../../ui/Stat.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { Written } from '../../ui/Written.ts'
import { recordWords, roleWord } from './model.ts'
import { RecordBar, RoleBadge, TeamDot } from './TeamParts.tsx'

const Title = styled.span`
  display: flex;
  align-items: center;
  gap: var(--s2);
  overflow-wrap: anywhere;
`

const Numbers = styled(Figures)`
  grid-template-columns: repeat(auto-fit, minmax(5rem, 1fr));
`

const List = styled(Rows)`
  margin-bottom: -10px;

  li {
    padding-inline: 0;
  }
  select {
    width: auto;
    min-height: 36px;
    padding-block: 0;
  }
`

const Points = styled(RowFigure)`
  min-width: 2.5rem;
`

const ROLES = (['captain', 'vice-captain', 'member'] as const).map((role) => ({ value: role, label: roleWord(role) }))

interface TeamDialogProps {
  team: LeagueTeam
  userId: number
  busy: boolean
  onRole: (userId: number, role: TeamRole) => void
  onClose: () => void
}

export function TeamDialog({ team, userId, busy, onRole, onClose }: TeamDialogProps) {
  const isCaptain = team.captainId === userId
  return (
    <Dialog
      onClose={onClose}
      title={
        <Title>
          <TeamDot colour={team.teamColor} />
          {team.name}
        </Title>
      }
      description={team.description && <Written>{team.description}</Written>}
    >
      <Numbers>
        <Fact label="Total points">{count(team.totalPoints)}</Fact>
        <Fact label={`Accuracy, ${ofText(team)}`}>{shareText(team)}</Fact>
        <Fact label="Members">
          {team.memberCount} of {team.maxMembers}
        </Fact>
      </Numbers>
      <div>
        <RecordBar team={team} />
        <Small aria-hidden>{recordWords(team)}</Small>
      </div>
      <List aria-label="Members">
        {team.members.map(({ userId: id, role, contributedPoints, joinedAt, user }) => (
          <PersonRow key={id} id={id} person={user} isYou={id === userId} about={`Joined ${dateText(joinedAt)}`}>
            {isCaptain && id !== userId ? (
              <Choice
                aria-label={`Role of ${user.username}`}
                value={role}
                aria-disabled={busy}
                options={ROLES}
                onChoose={(chosen) => !busy && onRole(id, chosen)}
              />
            ) : (
              <RoleBadge role={role} />
            )}
            <Points>
              <Num as="b">{count(contributedPoints)}</Num>
              <Small>
                {wordFor(contributedPoints, 'point')}
                <VisuallyHidden> contributed</VisuallyHidden>
              </Small>
            </Points>
          </PersonRow>
        ))}
      </List>
    </Dialog>
  )
}
