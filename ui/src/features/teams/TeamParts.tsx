import { Crown, ShieldHalf, User } from 'lucide-react'
import type { CSSProperties } from 'react'
import { styled } from 'styled-components'
import type { LeagueTeam, TeamRole } from '../../../../src/areas/teams/contract.ts'
import { Badge } from '../../ui/Badge.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { recordWords, roleWord } from './model.ts'

const Dot = styled.span`
  flex: none;
  width: 14px;
  height: 14px;
  background: var(--team);
  border: 1px solid var(--line-strong);
`

export function TeamDot({ colour }: { colour: string }) {
  return <Dot aria-hidden style={{ '--team': colour } as CSSProperties} />
}

const Bar = styled.div`
  display: flex;
  gap: 2px;
  height: 6px;

  i {
    flex: var(--v) 0 0;
    background: var(--b);
  }
  &[data-none] {
    background: var(--line);
  }
  @media (forced-colors: active) {
    border: 1px solid;
  }
`

export function RecordBar({ team }: { team: Pick<LeagueTeam, 'wins' | 'draws' | 'losses'> }) {
  const { wins, draws, losses } = team
  const parts = [
    { value: wins, colour: 'var(--win)' },
    { value: draws, colour: 'var(--draw)' },
    { value: losses, colour: 'var(--loss)' },
  ].filter(({ value }) => value > 0)
  return (
    <Bar role="img" aria-label={recordWords(team)} data-none={parts.length === 0 || undefined}>
      {parts.map(({ value, colour }) => (
        <i key={colour} style={{ '--v': value, '--b': colour } as CSSProperties} />
      ))}
    </Bar>
  )
}

const ICONS = { captain: Crown, 'vice-captain': ShieldHalf, member: User } as const

const Icon = styled.span`
  flex: none;
  color: var(--muted);

  svg {
    width: 15px;
    height: 15px;
  }
  &[data-role='captain'] {
    color: var(--warn);
  }
`

export function RoleIcon({ role }: { role: TeamRole }) {
  const Shape = ICONS[role]
  return (
    <Icon data-role={role} title={roleWord(role)}>
      <Shape aria-hidden />
      <VisuallyHidden>{roleWord(role)}</VisuallyHidden>
    </Icon>
  )
}

export function RoleBadge({ role }: { role: TeamRole }) {
  const Shape = ICONS[role]
  const tone = role === 'captain' ? 'warn' : role === 'vice-captain' ? 'info' : 'neutral'
  return (
    <Badge tone={tone}>
      <Shape aria-hidden />
      {roleWord(role)}
    </Badge>
  )
}
