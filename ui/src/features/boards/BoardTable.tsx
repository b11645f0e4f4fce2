import { ArrowDown } from 'lucide-react'
import { useMemo } from 'react'
import { styled } from 'styled-components'
import type { LeaderboardEntry } from '../../../../src/areas/boards/contract.ts'
import { accuracyLine } from '../../lib/accuracy.ts'
import { count } from '../../lib/numbers.ts'
import { Button } from '../../ui/Button.tsx'
import { RankMove } from '../../ui/Rank.tsx'
import { playerColumn, rankColumn, Standings, StandingsBoard } from '../../ui/StandingsBoard.tsx'
import type { Columns } from '../../ui/Table.tsx'
import { Made, PartFigures } from './Made.tsx'
import { PARTS, type TableRows } from './model.ts'

const Frame = styled.div`
  container: board / inline-size;
`

/* Narrow boards show the dropped columns below the name. */
const Board = styled(StandingsBoard)`
  [data-move] {
    width: 3.25rem;
  }
  td[data-made] {
    width: 15%;
  }
  tr[tabindex]:focus-visible {
    outline-offset: -2px;
  }
  tr[data-before] td {
    padding-block: 2px;
    text-align: center;
  }
  @container board (width >= 36rem) {
    small[data-parts] {
      display: none;
    }
  }
  @container board (width < 46rem) {
    [data-made] {
      display: none;
    }
  }
  @container board (width < 36rem) {
    [data-figure] {
      display: none;
    }
  }
`

const Note = styled.small`
  display: block;
  font-size: var(--t1);
  font-weight: 400;
  line-height: 1.35;
  color: var(--muted);

  [data-you] & {
    color: var(--ink);
  }
`

interface BoardTableProps extends TableRows {
  caption: string
  userId: number
  isStale: boolean
  /** A gameweek board has only match points. */
  isSeason: boolean
  /** Shows the ranks between the first ones and this page. */
  onBetween: () => void
}

const columnsOf = (userId: number, isSeason: boolean): Columns<LeaderboardEntry> => [
  rankColumn,
  isSeason && {
    name: 'Movement',
    head: null,
    is: 'move figure',
    cell: ({ movement }) => <RankMove movement={movement} />,
  },
  playerColumn(userId, (entry) => (
    <>
      <Note>{accuracyLine(entry)}</Note>
      {isSeason && entry.parts && (
        <Note data-parts>
          <PartFigures parts={entry.parts} />
        </Note>
      )}
    </>
  )),
  isSeason && { name: 'Made of', is: 'made', isHidden: true, cell: ({ parts }) => parts && <Made parts={parts} /> },
  ...(isSeason ? PARTS : []).map(({ id, name }) => ({
    name,
    is: 'n figure',
    cell: ({ parts }: LeaderboardEntry) => (parts?.[id] ? count(parts[id]) : '–'),
  })),
  !isSeason && { name: 'Exact', is: 'n wide', cell: ({ exactScores }) => exactScores },
  { name: 'Points', is: 'n total', cell: ({ totalPoints }) => count(totalPoints) },
]

/** A board with all its columns. The reader's row is 'You' and receives the focus after a jump. */
export function BoardTable({
  caption,
  userId,
  isStale,
  isSeason,
  lead,
  between,
  rows,
  apart,
  onBetween,
}: BoardTableProps) {
  const columns = useMemo(() => columnsOf(userId, isSeason), [userId, isSeason])
  return (
    <Frame>
      <Standings
        as={Board}
        caption={caption}
        columns={columns}
        isStale={isStale}
        lead={lead}
        between={
          between && (
            <tr data-before>
              <td colSpan={8}>
                <Button size="sm" kind="plain" onClick={onBetween}>
                  <ArrowDown aria-hidden />
                  {between}
                </Button>
              </td>
            </tr>
          )
        }
        rows={rows}
        apart={apart}
        you={userId}
        ownRow={{ tabIndex: -1, id: OWN_ROW }}
      />
    </Frame>
  )
}

export const OWN_ROW = 'own-row'

/** Scrolls to the reader's row and focuses it; false if it is not on the page. */
export function focusOwnRow(): boolean {
  const row = document.getElementById(OWN_ROW)
  row?.scrollIntoView({ block: 'center' })
  row?.focus({ preventScroll: true })
  return row !== null
}
