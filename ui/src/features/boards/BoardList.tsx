import { styled } from 'styled-components'
import type { LeaderboardEntry } from '../../../../src/contracts/boards.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { accuracyLine, type BoardRows, count, movementOf } from './model.ts'

const List = styled.ol`
  & > li {
    display: flex;
    align-items: center;
    gap: 10px;
    min-width: 0;
    padding: 7px var(--s4);
    border-top: 1px solid var(--line);
  }
  & > li:first-child {
    border-top: 0;
  }
  & > li[data-you] {
    background: var(--you-tint);
    box-shadow:
      inset 4px 0 0 var(--accent),
      inset 5px 0 0 var(--you-line);
  }
  & > li[data-gap] {
    min-height: 18px;
    padding-block: 0;
    color: var(--muted);
    letter-spacing: 0.3em;
    font-size: var(--t1);
  }
`

const Rank = styled.span`
  flex: none;
  display: grid;
  place-items: center;
  min-width: 30px;
  height: 28px;
  padding-inline: 2px;
  font: var(--b3);
  color: var(--muted);

  &[data-medal] {
    color: var(--on-medal);
    background: var(--gold);
    clip-path: polygon(0 0, 76% 0, 100% 26%, 100% 100%, 0 100%);
  }
  &[data-medal='2'] {
    background: var(--silver);
  }
  &[data-medal='3'] {
    background: var(--bronze);
  }
`

const Who = styled.div`
  flex: 1 1 auto;
  min-width: 0;

  & b,
  & small {
    display: block;
    line-height: 1.25;
  }
  & b {
    font-weight: 600;
    white-space: nowrap;
    overflow: hidden;
    text-overflow: ellipsis;
  }
  & small {
    font-size: var(--t1);
    color: var(--muted);
  }
  [data-you] > & small {
    color: var(--ink);
  }
`

const Move = styled.span`
  display: inline-flex;
  align-items: center;
  justify-content: flex-end;
  gap: 3px;
  min-width: 30px;
  font: var(--b2);
  color: var(--muted);

  &[data-direction='up']::before,
  &[data-direction='down']::before {
    content: '';
    width: 9px;
    height: 8px;
    background: currentColor;
    clip-path: polygon(50% 0, 100% 100%, 0 100%);
  }
  &[data-direction='up'] {
    color: var(--ok);
  }
  &[data-direction='down'] {
    color: var(--loss);
  }
  &[data-direction='down']::before {
    rotate: 180deg;
  }
`

const Points = styled.span`
  min-width: 52px;
  text-align: end;
  white-space: nowrap;
  font: var(--b4);
`

interface BoardListProps extends BoardRows {
  readonly label: string
  readonly userId: number
}

/** Rows of a board: rank, player, accuracy, picks, movement, points. The reader's own row is 'You', after a gap if it lies further down. */
export function BoardList({ rows, own, label, userId }: BoardListProps) {
  return (
    <List aria-label={label}>
      {rows.map((entry) => (
        <BoardRow key={entry.id} entry={entry} isYou={entry.id === userId} />
      ))}
      {own ? (
        <>
          <li data-gap aria-hidden>
            ···
          </li>
          <BoardRow entry={own} isYou />
        </>
      ) : null}
    </List>
  )
}

function BoardRow({ entry, isYou }: { entry: LeaderboardEntry; isYou: boolean }) {
  const movement = movementOf(entry.movement)
  return (
    <li data-you={isYou || undefined}>
      <Rank data-medal={entry.ranking <= 3 ? entry.ranking : undefined}>
        <VisuallyHidden>Rank </VisuallyHidden>
        {entry.ranking}
      </Rank>
      <Avatar username={entry.username} image={entry.profileImage} isYou={isYou} />
      <Who>
        <b title={isYou ? undefined : entry.username}>{isYou ? 'You' : entry.username}</b>
        <small>{accuracyLine(entry)}</small>
      </Who>
      <Move data-direction={movement.direction}>
        <span aria-hidden>{movement.text}</span>
        <VisuallyHidden>{movement.words}</VisuallyHidden>
      </Move>
      <Points>
        {count(entry.totalPoints)}
        <VisuallyHidden> points</VisuallyHidden>
      </Points>
    </li>
  )
}
