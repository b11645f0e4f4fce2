import { useLayoutEffect, useState } from 'react'
import { styled } from 'styled-components'
import { count } from '../../lib/numbers.ts'
import { Button } from '../../ui/Button.tsx'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Small } from '../../ui/layout.ts'
import { Panel, PanelFoot } from '../../ui/Panel.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { BoardList } from './BoardList.tsx'
import { boardRows, FIRST_ROWS, queryOf } from './model.ts'
import { type BoardTab, useBoard } from './useBoard.ts'

const Text = styled.p`
  padding: var(--s6) var(--s4);
  text-align: center;
  color: var(--muted);
`

const Made = styled(Small)`
  display: block;
  padding: var(--s2) var(--s4);
  border-bottom: 1px solid var(--line);
`

interface LeaderboardPanelProps {
  readonly userId: number
  /** The gameweek chosen on the page; null disables its tab. */
  readonly gameweek: number | null
  /** Called once the height is known: the rows are rendered or have failed. */
  onRead?(): void
}

/** Top 100 and the chosen gameweek: the first ten rows or all, always with the reader's own row. */
export function LeaderboardPanel({ userId, gameweek, onRead }: LeaderboardPanelProps) {
  const [tab, setTab] = useState<BoardTab>('top')
  const [showAll, setShowAll] = useState(false)
  const board = useBoard(tab, gameweek, userId)
  const { data: entries, error } = board.read
  const isRead = entries !== undefined || Boolean(error)
  useLayoutEffect(() => {
    if (isRead) onRead?.()
  }, [isRead, onRead])
  const size = entries?.length ?? 0
  const hasMore = size > FIRST_ROWS
  const weekly = gameweek === null ? 'Gameweek' : `Gameweek ${gameweek}`
  // Opens the full board at the reader's page if the reader is outside the Top 100.
  const isBelow = board.me !== null && !entries?.some(({ id }) => id === userId)
  const whole = new URLSearchParams(
    queryOf({ gameweek: tab === 'gameweek' ? gameweek : null, from: isBelow ? 'me' : 0, name: '' }),
  )
  return (
    <Panel
      title="Leaderboard"
      actions={
        // Reserves its space, so that nothing moves when the rows arrive.
        <Button
          size="sm"
          kind="plain"
          style={{ visibility: hasMore ? 'visible' : 'hidden' }}
          onClick={() => setShowAll(!showAll)}
        >
          {showAll ? 'Show Less' : 'Show All'}
        </Button>
      }
    >
      <Tabs
        label="Leaderboard"
        tabs={[
          { id: 'top', label: 'Top 100' },
          { id: 'gameweek', label: weekly, disabled: gameweek === null },
        ]}
        selected={tab}
        onSelect={(id) => setTab(id as BoardTab)}
      >
        <Made>{tab === 'top' ? 'Points from matches, badges and prizes' : 'Match points only'}</Made>
        <Loaded
          read={board.read}
          failed={board.failed}
          isBrief
          loading={{ label: 'Loading leaderboard', rows: FIRST_ROWS, rowHeight: '34px', inset: 'all' }}
          empty={<Text>{board.empty}</Text>}
        >
          {(all) => (
            <BoardList
              {...boardRows(all, board.me, showAll)}
              label={tab === 'top' ? 'Top 100' : weekly}
              userId={userId}
            />
          )}
        </Loaded>
      </Tabs>
      {/* Reserves its space, too. */}
      <PanelFoot style={{ visibility: size > 0 ? 'visible' : 'hidden' }}>
        <ButtonLink size="sm" block to={{ pathname: '/leaderboard', search: whole.toString() }}>
          View All {count(board.total)} Players
        </ButtonLink>
      </PanelFoot>
    </Panel>
  )
}
