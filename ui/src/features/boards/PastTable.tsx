import { styled } from 'styled-components'
import type { PastEntry } from '../../../../src/areas/boards/contract.ts'
import { count, ordinal } from '../../lib/numbers.ts'
import { RankMove } from '../../ui/Rank.tsx'
import { rankColumn, Standings, StandingsBoard, StandingsPlayer } from '../../ui/StandingsBoard.tsx'
import type { Columns } from '../../ui/Table.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { OWN_ROW } from './BoardTable.tsx'

const Board = styled(StandingsBoard)`
  [data-move] {
    width: 4rem;
  }
`

const Was = styled.s`
  margin-right: 6px;
  font-size: var(--t2);
  font-weight: 400;
  color: var(--muted);

  [data-you] & {
    color: var(--ink);
  }
`

const Note = styled.small`
  display: block;
  font-size: var(--t1);
  font-weight: 400;
  color: var(--muted);

  [data-you] & {
    color: var(--ink);
  }
`

/** `key` is unique, also among deleted players. */
type Row = Omit<PastEntry, 'id'> & { readonly id: number; readonly player: number | null }

const rowOf = (entry: PastEntry, index: number): Row => ({ ...entry, id: entry.id ?? -index - 1, player: entry.id })

interface PastTableProps {
  readonly caption: string
  readonly rows: readonly PastEntry[]
  /** The reader's row if it is on another page. */
  readonly apart: PastEntry | null
  readonly userId: number
  readonly isStale: boolean
}

/** A past board; numbers that differ from the published ones are beside them. */
export function PastTable({ caption, rows, apart, userId, isStale }: PastTableProps) {
  const columns: Columns<Row> = [
    rankColumn,
    {
      name: 'Player',
      isRowHead: true,
      cell: (row) => (
        <StandingsPlayer id={row.player} person={row} isYou={row.player === userId}>
          {row.published.ranking !== row.ranking && <Note>was {ordinal(row.published.ranking)}</Note>}
        </StandingsPlayer>
      ),
    },
    { name: 'Movement', head: null, is: 'n move', cell: ({ movement }) => <RankMove movement={movement} /> },
    {
      name: 'Points',
      is: 'n total',
      cell: ({ totalPoints, published }) => (
        <>
          {published.totalPoints !== totalPoints && (
            <Was>
              <VisuallyHidden>was </VisuallyHidden>
              {count(published.totalPoints)}
            </Was>
          )}
          {count(totalPoints)}
        </>
      ),
    },
  ]
  return (
    <Standings
      as={Board}
      caption={caption}
      columns={columns}
      isStale={isStale}
      rows={rows.map(rowOf)}
      apart={apart && rowOf(apart, rows.length)}
      you={userId}
      ownRow={{ tabIndex: -1, id: OWN_ROW }}
    />
  )
}
