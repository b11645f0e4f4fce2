import { styled } from 'styled-components'
import { count, wordFor } from '../../lib/numbers.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Num, Small } from '../../ui/layout.ts'
import { PlayerName } from '../../ui/PlayerName.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { type Fate, fateOf, outcomeOf, type RoundPlayer } from './model.ts'
import { RoundColumn, type RoundProps, ShortList } from './RoundColumn.tsx'

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
    box-shadow:
      inset 4px 0 0 var(--accent),
      inset 5px 0 0 var(--you-line);
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

/** Who played a round of a knockout, and who went out. */
export function KnockoutRound({ round, isCurrent, userId }: RoundProps) {
  return (
    <RoundColumn name={round.name} gameweek={round.gameweek} isOpen={!round.decided} isCurrent={isCurrent}>
      <Small as="p">{outcomeOf(round)}</Small>
      <ShortList
        items={round.players}
        isOwn={({ id }) => id === userId}
        what="players"
        isFlat
        row={(player) => (
          <PlayerRow key={player.id} player={player} fate={fateOf(player, round)} isYou={player.id === userId} />
        )}
      />
    </RoundColumn>
  )
}

function PlayerRow({ player, fate, isYou }: { player: RoundPlayer; fate: Fate; isYou: boolean }) {
  return (
    <PlayerBox data-fate={fate} data-you={isYou || undefined}>
      <span>
        <PlayerName id={player.id} image={player.profileImage} name={player.username} isYou={isYou} />
      </span>
      {fate === 'out' && <Badge>Out</Badge>}
      {fate === 'through' && <Badge tone="ok">Through</Badge>}
      {fate === 'winner' && <Badge tone="ink">Winner</Badge>}
      <Num>
        {count(player.points)}
        <VisuallyHidden> {wordFor(player.points, 'point')}</VisuallyHidden>
      </Num>
    </PlayerBox>
  )
}
