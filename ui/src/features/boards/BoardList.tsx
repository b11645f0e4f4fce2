import { Medal } from 'lucide-react'
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
import { type BoardRows, fromMatches } from './model.ts'

const List = styled(Rows)`
  li {
    flex-wrap: nowrap;
    gap: 10px;
    padding-block: 7px;
  }
  @container page (width < 18rem) {
    li:not([data-gap]) {
      display: grid;
      grid-template: 'rank move points' auto 'who who who' auto / auto minmax(0, 1fr) auto;
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

const Who = styled.div`
  grid-area: who;
  flex: 1 1 auto;
  min-width: 0;

  & b,
  & small {
    display: block;
    line-height: 1.25;
  }
  & b {
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  & small {
    font-size: var(--t1);
    color: var(--muted);
  }
  [data-you] > & small {
    color: var(--ink);
  }
`

const Won = styled.span`
  display: inline-flex;
  align-items: center;
  gap: 2px;
  margin-left: 10px;
  white-space: nowrap;

  svg {
    width: 13px;
    height: 13px;
  }
`

const Points = styled.span`
  grid-area: points;
  min-width: 3.25rem;
  text-align: end;
  white-space: nowrap;
  font: var(--b4);
`

/**
 * Compact rows of a board: rank, player, accuracy, picks, match points if they differ, movement and points. The
 * reader's row is 'You', after a gap if it is further down.
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

function BoardRow({ entry, isYou, moves }: BoardRowProps) {
  const matches = fromMatches(entry)
  return (
    <li data-you={isYou || undefined}>
      <Rank ranking={entry.ranking} noMedal={entry.totalPoints === 0} />
      <Avatar username={entry.username} image={entry.profileImage} isYou={isYou} />
      <Who>
        <b>
          <PlayerName id={entry.id} name={entry.username} also={entry.displayName} isYou={isYou} />
        </b>
        <small>
          {accuracyLine(entry)}
          <Badges count={entry.achievementCount} />
        </small>
        {matches && <small>{matches}</small>}
      </Who>
      {moves && <RankMove movement={entry.movement} />}
      <Points>
        {count(entry.totalPoints)}
        <VisuallyHidden> {wordFor(entry.totalPoints, 'point')}</VisuallyHidden>
      </Points>
    </li>
  )
}

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
