import type { ReactNode } from 'react'
import type { ProvisionalEntry, ProvisionalPage } from '../../../../src/areas/matches/contract.ts'
import { count, signed } from '../../lib/numbers.ts'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { type Answer, Loaded } from '../../ui/Loaded.tsx'
import { Panel, PanelFoot } from '../../ui/Panel.tsx'
import { Rank, RankMove } from '../../ui/Rank.tsx'
import { NowTag, SoFar } from '../../ui/SoFar.ts'
import { playerColumn, Standings } from '../../ui/StandingsBoard.tsx'
import { EmptyState } from '../../ui/State.tsx'
import type { Columns } from '../../ui/Table.tsx'

interface ProvisionalBoardProps {
  readonly title: string
  readonly userId: number
  readonly read: Answer<ProvisionalPage>
  /** Rows of the page shown. */
  readonly limit: number
  /** Below the rows. */
  readonly foot: ReactNode
}

/** First rows of a provisional board and the reader’s row, separate from settled points. */
export function ProvisionalBoard({ title, userId, read, limit, foot }: ProvisionalBoardProps) {
  return (
    <Panel title={title} actions={<NowTag>As it stands</NowTag>}>
      <Loaded
        read={read}
        failed={`Failed to load ${title}`}
        loading={{ label: `Loading ${title}`, rows: 5, inset: 'all' }}
      >
        {({ provisional }) =>
          provisional === null ? (
            <EmptyState title="Nothing is on right now" action={null} />
          ) : (
            <Rows title={title} userId={userId} {...provisional} entries={provisional.entries.slice(0, limit)} />
          )
        }
      </Loaded>
      <PanelFoot>{foot}</PanelFoot>
    </Panel>
  )
}

/** Rows of a board that a page shows beside its own. */
export const TOP_ROWS = 10

/** The first rows, with a link to the matches. Absent while nothing is on. */
export function ProvisionalTop({ title, userId, read }: Pick<ProvisionalBoardProps, 'title' | 'userId' | 'read'>) {
  if (!read.data?.provisional) return null
  return <ProvisionalBoard title={title} userId={userId} read={read} limit={TOP_ROWS} foot={toMatches} />
}

const toMatches = (
  <ButtonLink size="sm" block to="/">
    See the matches
  </ButtonLink>
)

/** The same for a tab: without a panel of its own. */
export function ProvisionalTab({ entries, ...rest }: RowsProps) {
  return (
    <>
      <Rows {...rest} entries={entries.slice(0, TOP_ROWS)} />
      <PanelFoot>{toMatches}</PanelFoot>
    </>
  )
}

type RowsProps = NonNullable<ProvisionalPage['provisional']> & { title: string; userId: number }

function Rows({ title, userId, entries, me }: RowsProps) {
  const hasToday = entries.some(({ points }) => points !== null)
  const columns: Columns<ProvisionalEntry> = [
    { name: 'Now', cell: ({ ranking }) => <Rank ranking={ranking} /> },
    { name: 'Movement', head: null, is: 'n arrows', cell: ({ movement }) => <RankMove movement={movement} /> },
    playerColumn(userId),
    hasToday && {
      name: 'Today',
      is: 'n',
      cell: ({ points }) => (points === null ? '' : <SoFar>{signed(points)}</SoFar>),
    },
    { name: 'Points', is: 'n total', cell: ({ totalPoints }) => count(totalPoints) },
  ]
  return (
    <Standings
      caption={`${title} as it stands`}
      columns={columns}
      rows={entries.map((entry) => (entry.id === userId && me ? me : entry))}
      apart={me && !entries.some(({ id }) => id === userId) ? me : null}
      you={userId}
    />
  )
}
