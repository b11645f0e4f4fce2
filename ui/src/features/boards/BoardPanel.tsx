import { ListOrdered, LocateFixed, SearchX } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { styled } from 'styled-components'
import type { LeaderboardPage } from '../../../../src/areas/boards/contract.ts'
import { counted } from '../../lib/numbers.ts'
import { useSettled } from '../../lib/useSettled.ts'
import { Button } from '../../ui/Button.tsx'
import { PlayLink } from '../../ui/ButtonLink.tsx'
import { GameweekChooser } from '../../ui/GameweekChooser.tsx'
import { Missing } from '../../ui/Loaded.tsx'
import { Small } from '../../ui/layout.ts'
import { Pager } from '../../ui/Pager.tsx'
import { Panel, PanelFoot } from '../../ui/Panel.tsx'
import { SearchBar, SearchField } from '../../ui/SearchField.tsx'
import { EmptyState } from '../../ui/State.tsx'
import { LEAD, ROWS, useBoardPage, useLead } from './api.ts'
import { BoardTable, focusOwnRow } from './BoardTable.tsx'
import { PartNames } from './Made.tsx'
import { type BoardView, tableRows } from './model.ts'

/** Debounce of the name search, in ms. */
const TYPING_MS = 250

interface BoardPanelProps {
  view: BoardView
  /** `isStep`: adds a history entry, so that Back restores the previous view. */
  onView: (view: BoardView, isStep: boolean) => void
  userId: number
  /** The gameweek in play; null if there is no season, or while it loads. */
  current: number | null
  isSeasonOver: boolean
}

/** A whole board by pages, with a jump to the reader's row and a search by name. */
export function BoardPanel({ view, onView, userId, current, isSeasonOver }: BoardPanelProps) {
  const { gameweek, from } = view
  const isSearch = view.name.trim() !== ''
  const name = useSettled(view.name, TYPING_MS)
  const { data, error, mutate, isLoading } = useBoardPage({ ...view, name: isSearch ? name : '' })
  const offset = data?.offset ?? (from === 'me' ? 0 : from)
  const lead = useLead(gameweek, from === 'me' && offset > LEAD)
  const first = from === 'me' ? (lead.data?.entries ?? []) : []
  const shown = data && tableRows(isSearch ? [] : first, data.entries, isSearch ? 0 : offset, isSearch ? null : data.me)

  const isJumping = useRef(false)
  useEffect(() => {
    // The offset is only known once the page around the reader has loaded.
    if (isJumping.current && data?.offset !== undefined && focusOwnRow()) isJumping.current = false
  }, [data])
  const jump = () => {
    if (shown && !shown.apart && !isSearch && focusOwnRow()) return
    isJumping.current = true
    onView({ gameweek, from: 'me', name: '' }, true)
  }

  const board = gameweek === null ? 'Overall' : `Gameweek ${gameweek}`
  const showFrom = (to: number) => onView({ gameweek, from: to, name: '' }, true)
  return (
    <Panel title={board} actions={gameweek === null ? <PartNames /> : <Small>Match points</Small>}>
      {gameweek !== null && (
        <GameweekChooser
          last={Math.max(current ?? 0, gameweek)}
          gameweek={gameweek}
          onChoose={(chosen) => onView({ gameweek: chosen, from: 0, name: '' }, false)}
        />
      )}
      <Search data-below={gameweek !== null || undefined}>
        <SearchField
          label="Find a player"
          placeholder="Find a player"
          maxLength={30}
          value={view.name}
          onValue={(text) => onView({ ...view, name: text }, false)}
        />
        {data?.me && (
          <Button kind="primary" onClick={jump}>
            <LocateFixed aria-hidden />
            Jump to me
          </Button>
        )}
      </Search>
      {data === undefined || shown === undefined ? (
        <Missing
          read={{ error, mutate }}
          failed={gameweek === null ? 'Unable to load the leaderboard' : 'Unable to load gameweek rankings'}
          loading={{ label: 'Loading leaderboard', rows: 10, rowHeight: '40px', inset: 'all' }}
        />
      ) : data.entries.length === 0 ? (
        <Nobody
          gameweek={gameweek}
          isSeasonOver={isSeasonOver}
          onClear={isSearch ? () => onView({ ...view, name: '' }, false) : undefined}
        />
      ) : (
        <BoardTable
          {...shown}
          caption={`${board} board`}
          userId={userId}
          isStale={isLoading}
          isSeason={gameweek === null}
          onBetween={() => showFrom(shown.lead.length)}
        />
      )}
      {data && isSearch && <Found page={data} />}
      {data && !isSearch && <Pager offset={offset} size={ROWS} total={data.total} word="player" onOffset={showFrom} />}
    </Panel>
  )
}

/* Below a chooser on its own line. */
const Search = styled(SearchBar)`
  &[data-below] {
    padding-top: var(--s3);
  }
`

interface NobodyProps {
  readonly gameweek: number | null
  readonly isSeasonOver: boolean
  readonly onClear: (() => void) | undefined
}

function Nobody({ gameweek, isSeasonOver, onClear }: NobodyProps) {
  if (onClear)
    return (
      <EmptyState icon={SearchX} title="No player found" action={<Button onClick={onClear}>Clear search</Button>} />
    )
  const title = gameweek === null ? 'No predictions found' : `No predictions found for Gameweek ${gameweek}`
  return <EmptyState icon={ListOrdered} title={title} action={!isSeasonOver && <PlayLink />} />
}

function Found({ page: { entries } }: { page: LeaderboardPage }) {
  const isCut = entries.length === ROWS
  return (
    <PanelFoot>
      <Small role="status">
        {isCut ? `The first ${ROWS} by name` : counted(entries.length, 'player')}.{' '}
        {isCut ? 'Type more letters to narrow it down.' : 'Search by the start of the name.'}
      </Small>
    </PanelFoot>
  )
}
