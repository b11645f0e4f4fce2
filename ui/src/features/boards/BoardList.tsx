import { Medal } from 'lucide-react'
import { memo } from 'react'
import { styled } from 'styled-components'
import type { LeaderboardEntry } from '../../../../src/areas/boards/contract.ts'
import { accuracyLine } from '../../lib/accuracy.ts'
import { count, counted, wordFor } from '../../lib/numbers.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { GapItem } from '../../ui/Gap.tsx'
import { Rows } from '../../ui/PersonRow.tsx'
import { PlayerName } from '../../ui/PlayerName.tsx'
import { Rank, RankMove } from '../../ui/Rank.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import type { BoardRows } from './model.ts'

const List = styled(Rows)`
  /* Two lines of text: the name, and below it the picks. */
  li:not([data-gap]) {
    display: grid;
    grid-template: 'rank avatar name move points' auto 'rank avatar picks picks picks' auto / auto auto minmax(0, 1fr) auto auto;
    gap: 0 10px;
    padding-block: 7px;
  }
  li:not([data-gap]) > :first-child {
    grid-area: rank;
  }
  li > [data-size] {
    grid-area: avatar;
  }
  li > [data-direction] {
    grid-area: move;
  }
  @container page (width < 18rem) {
    li:not([data-gap]) {
      grid-template: 'rank move points' auto 'name name name' auto 'picks picks picks' auto / auto minmax(0, 1fr) auto;
      gap: 2px var(--s2);
    }
    li > [data-size] {
      display: none;
    }
  }
  li:first-child {
    border-top: 0;
  }
  li[data-gap] {
    min-height: 18px;
    font-size: var(--t1);
  }
`

const Name = styled.div`
  grid-area: name;
  min-width: 0;
  line-height: 1.25;
  overflow-wrap: anywhere;

  & b {
    font-weight: 600;
  }
`

const Picks = styled.small`
  grid-area: picks;
  line-height: 1.25;
  font-size: var(--t1);
  color: var(--muted);

  [data-you] > & {
    color: var(--ink);
  }
`

const Won = styled.span`
  display: inline-flex;
  align-items: center;
  gap: 2px;
  margin-left: 8px;
  font-size: var(--t1);
  color: var(--muted);
  white-space: nowrap;

  [data-you] & {
    color: var(--ink);
  }

  svg {
    width: 13px;
    height: 13px;
  }
`

const Points = styled.span`
  grid-area: points;
  text-align: end;
  white-space: nowrap;
  font: var(--b4);
`

/**
 * Compact rows of a board: rank, player, achievements, accuracy, picks, movement and points. The reader's row is 'You',
 * after a gap if it is further down.
 */
export function BoardList({ rows, own, label, userId }: BoardRows & { label: string; userId: number }) {
  const moves = [...rows, ...(own ? [own] : [])].some(({ movement }) => movement !== null)
  return (
    <List as="ol" aria-label={label}>
      {rows.map((entry) => (
        <BoardRow key={entry.id} entry={entry} isYou={entry.id === userId} moves={moves} />
      ))}
      {own ? (
        <>
          <GapItem />
          <BoardRow entry={own} isYou moves={moves} />
        </>
      ) : null}
    </List>
  )
}

interface BoardRowProps {
  readonly entry: LeaderboardEntry
  readonly isYou: boolean
  /** Whether any row has a movement; gameweek boards have none. */
  readonly moves: boolean
}

const BoardRow = memo(function BoardRow({ entry, isYou, moves }: BoardRowProps) {
  return (
    <li data-you={isYou || undefined}>
      <Rank ranking={entry.ranking} noMedal={entry.totalPoints === 0} />
      <Avatar username={entry.username} image={entry.profileImage} isYou={isYou} />
      <Name>
        <b>
          <PlayerName id={entry.id} name={entry.username} also={entry.displayName} isYou={isYou} />
        </b>
        <Badges count={entry.achievementCount} />
      </Name>
      <Picks>{accuracyLine(entry)}</Picks>
      {moves && <RankMove movement={entry.movement} />}
      <Points>
        {count(entry.totalPoints)}
        <VisuallyHidden> {wordFor(entry.totalPoints, 'point')}</VisuallyHidden>
      </Points>
    </li>
  )
})

/** A player's number of achievements; the tooltip explains the number. */
function Badges({ count: achievements }: { count: number }) {
  if (achievements === 0) return null
  const label = counted(achievements, 'achievement')
  return (
    <Won data-tip={label}>
      <Medal aria-hidden />
      <span aria-hidden>{count(achievements)}</span>
      <VisuallyHidden>, {label}</VisuallyHidden>
    </Won>
  )
}
