import { LocateFixed, Trophy } from 'lucide-react'
import { useState } from 'react'
import useSWR from 'swr'
import type { FinalTableBoard, FinalTableBoardEntry } from '../../../../src/areas/final-table/contract.ts'
import { count, counted, ordinal } from '../../lib/numbers.ts'
import { Button } from '../../ui/Button.tsx'
import { PlayLink } from '../../ui/ButtonLink.tsx'
import { LiveTag } from '../../ui/LiveTag.ts'
import { Missing } from '../../ui/Loaded.tsx'
import { Small, Spread } from '../../ui/layout.ts'
import { Pager } from '../../ui/Pager.tsx'
import { Panel, PanelFoot } from '../../ui/Panel.tsx'
import { Rank } from '../../ui/Rank.tsx'
import { playerColumn, Standings } from '../../ui/StandingsBoard.tsx'
import { EmptyState } from '../../ui/State.tsx'
import type { Columns } from '../../ui/Table.tsx'
import { SoFar } from './ComparedTable.tsx'
import { ROWS, reads } from './reads.ts'

interface FinalBoardProps {
  season: string | null
  isFinal: boolean
  userId: number
}

/** The board of final tables, by pages, with the reader’s row on each. */
export function FinalBoard({ season, isFinal, userId }: FinalBoardProps) {
  const [from, setFrom] = useState<number | 'me'>(0)
  const read = useSWR<FinalTableBoard>(reads.board.key(season, from), { keepPreviousData: true })
  const { data } = read
  const columns: Columns<FinalTableBoardEntry> = [
    { name: 'Rank', cell: ({ rank, points }) => <Rank ranking={rank} noMedal={points === 0} /> },
    playerColumn(userId),
    { name: 'Spot on', is: 'n', cell: ({ spotOn }) => spotOn },
    {
      name: 'Points',
      is: 'n total',
      cell: ({ points }) => (isFinal ? count(points) : <SoFar>{count(points)}</SoFar>),
    },
  ]
  return (
    <Panel
      title={isFinal ? 'Final table board, final' : 'Final table board'}
      actions={!isFinal && <LiveTag>As it stands</LiveTag>}
    >
      {data === undefined ? (
        <Missing
          read={read}
          failed="Unable to load the board"
          loading={{ label: 'Loading the board', rows: 10, rowHeight: '40px', inset: 'all' }}
        />
      ) : data.entries.length === 0 && isFinal ? (
        <EmptyState icon={Trophy} title="Nobody predicted this season’s table" action={null} />
      ) : data.entries.length === 0 ? (
        <EmptyState icon={Trophy} title="No points yet" action={<PlayLink />}>
          The board starts with the first result.
        </EmptyState>
      ) : (
        <>
          <Standings
            caption={isFinal ? 'Final table board, final' : 'Final table board as it stands'}
            columns={columns}
            isStale={read.isLoading}
            rows={data.entries}
            apart={data.entries.some(({ id }) => id === userId) ? null : data.me}
            you={userId}
          />
          {data.me && (
            <PanelFoot>
              <Spread>
                <Small>
                  {ordinal(data.me.rank)} of {counted(data.total, 'table')}
                </Small>
                {data.total > ROWS && (
                  <Button size="sm" onClick={() => setFrom('me')}>
                    <LocateFixed aria-hidden />
                    Jump to me
                  </Button>
                )}
              </Spread>
            </PanelFoot>
          )}
          <Pager offset={data.offset} size={ROWS} total={data.total} word="table" onOffset={setFrom} />
        </>
      )}
    </Panel>
  )
}
