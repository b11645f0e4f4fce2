import { styled } from 'styled-components'
import type { CompetitionDetail } from '../../../../src/areas/competitions/contract.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Num } from '../../ui/layout.ts'
import { PlayerName } from '../../ui/PlayerName.tsx'
import { fateOf, type RoundPlayer } from './model.ts'
import { PointsFigure } from './PointsFigure.tsx'

const PlayerBox = styled.li`
  display: flex;
  align-items: center;
  gap: var(--s2);
  min-height: 38px;
  padding: 4px var(--s2);
  border-bottom: 1px solid var(--line);

  & > :first-child {
    flex: 1 1 auto;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  @container page (width < 18rem) {
    flex-wrap: wrap;

    & > :first-child {
      flex-basis: 6rem;
    }
    & > :last-child {
      margin-left: auto;
    }
  }
  &[data-you] {
    background: var(--you-tint);
    box-shadow: var(--you-mark);
    padding-left: 12px;
  }
  &[data-fate='out'] > :first-child {
    color: var(--muted);
  }
  &[data-you][data-fate='out'] > :first-child {
    color: var(--ink);
  }
  ${Num} {
    font: var(--b3);
    min-width: 1.5rem;
    text-align: end;
  }
`

interface KnockoutPlayerProps {
  player: RoundPlayer
  round: CompetitionDetail['rounds'][number]
  userId: number
}

export function KnockoutPlayer({ player, round, userId }: KnockoutPlayerProps) {
  const { id, username, profileImage, points } = player
  const fate = fateOf(player, round)
  const isYou = id === userId
  return (
    <PlayerBox data-fate={fate} data-you={isYou || undefined}>
      <span>
        <PlayerName id={id} image={profileImage} name={username} isYou={isYou} />
      </span>
      {fate === 'out' && <Badge>Out</Badge>}
      {fate === 'through' && <Badge tone="ok">Through</Badge>}
      {fate === 'winner' && <Badge tone="ink">Winner</Badge>}
      <PointsFigure points={points} />
    </PlayerBox>
  )
}
