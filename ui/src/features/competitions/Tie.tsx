import { styled } from 'styled-components'
import type { CompetitionDetail } from '../../../../src/areas/competitions/contract.ts'
import { Num, Small } from '../../ui/layout.ts'
import { PlayerName } from '../../ui/PlayerName.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { isIn } from './model.ts'
import { PointsFigure } from './PointsFigure.tsx'

const TieBox = styled.li`
  border: 1px solid var(--line);

  &[data-you] {
    box-shadow: var(--you-mark);
    background: var(--you-tint);
  }
`

const Side = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: var(--s2);
  min-height: 34px;
  padding: 4px var(--s3);

  & + & {
    border-top: 1px solid var(--line);
  }
  & > :first-child {
    min-width: 0;
    overflow-wrap: anywhere;
  }
  & > :last-child {
    flex: none;
  }
  &[data-fate='through'] {
    font-weight: 600;
  }
  &[data-fate='out'] {
    color: var(--muted);
  }
  [data-you] > &[data-fate='out'] {
    color: var(--ink);
  }
  ${Num} {
    font: var(--b3);
  }
`

const Mark = styled.span`
  margin-left: 2px;
  font: 600 var(--t1) / 1 var(--text);
  color: var(--ok);
  white-space: nowrap;
`

interface TieProps {
  tie: CompetitionDetail['rounds'][number]['ties'][number]
  isFinal: boolean
  userId: number
}

export function Tie({ tie, isFinal, userId }: TieProps) {
  const { home, away, winnerId } = tie
  const side = (player: typeof home, points: number | null) => {
    const hasWon = winnerId === player.id
    return (
      <Side data-fate={winnerId === null ? 'playing' : hasWon ? 'through' : 'out'}>
        <span>
          <PlayerName id={player.id} image={player.profileImage} name={player.username} isYou={player.id === userId} />
          {hasWon && (
            <>
              {' '}
              <Mark>{isFinal ? 'Winner' : 'Through'}</Mark>
            </>
          )}
        </span>
        {points === null ? (
          <Small>
            <span aria-hidden>–</span>
            <VisuallyHidden>no points yet</VisuallyHidden>
          </Small>
        ) : (
          <PointsFigure points={points} />
        )}
      </Side>
    )
  }
  return (
    <TieBox data-you={isIn(tie, userId) || undefined}>
      {side(home, tie.homePoints)}
      {away ? (
        side(away, tie.awayPoints)
      ) : (
        <Side data-fate="out">
          <span>Bye</span>
          <VisuallyHidden>goes through without a tie</VisuallyHidden>
        </Side>
      )}
    </TieBox>
  )
}
