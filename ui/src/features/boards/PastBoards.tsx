import { Info, ListOrdered, LocateFixed, SearchX } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { styled } from 'styled-components'
import useSWR from 'swr'
import type { AsOf, PastBoard, PastEntry, SettledBoard } from '../../../../src/areas/boards/contract.ts'
import type { PastLeague } from '../../../../src/areas/leagues/contract.ts'
import { counted } from '../../lib/numbers.ts'
import { useSettled } from '../../lib/useSettled.ts'
import { shortTime } from '../../lib/when.ts'
import { Button } from '../../ui/Button.tsx'
import { Missing } from '../../ui/Loaded.tsx'
import { Small, Spread } from '../../ui/layout.ts'
import { Column } from '../../ui/Page.ts'
import { Pager } from '../../ui/Pager.tsx'
import { Panel, PanelBox, PanelFoot } from '../../ui/Panel.tsx'
import { SearchBar, SearchField } from '../../ui/SearchField.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { SideNote } from '../../ui/SideNote.ts'
import { EmptyState } from '../../ui/State.tsx'
import { AfterGameweek, CorrectedMark } from './AfterGameweek.tsx'
import { ROWS } from './api.ts'
import { BoardChanges } from './BoardChanges.tsx'
import { focusOwnRow } from './BoardTable.tsx'
import { PastTable } from './PastTable.tsx'
import type { PastPage, PastState } from './past.ts'
import { reads } from './reads.ts'

const Time = styled.div`
  display: grid;
  gap: var(--s3);
  padding: var(--s3) var(--s4);
  border-block: 1px solid var(--line);
`

const Find = styled(SearchBar)`
  padding-top: var(--s3);
`

/** Debounce of the name search, in ms. */
const TYPING_MS = 250

const VIEWS = [
  { value: 'published', label: 'As told then' },
  { value: 'corrected', label: 'As it stands now' },
] as const

interface PastBoardsProps {
  readonly userId: number
  readonly state: PastState
  /** `isStep`: adds a history entry, so that Back restores the previous view. */
  onState(state: PastState, isStep: boolean): void
  /** A league instead of all players. */
  readonly league?: { readonly id: number; readonly name: string }
}

/** Boards after each settled gameweek, as published or as corrected, with the changes between both. */
export function PastBoards({ userId, state, onState, league }: PastBoardsProps) {
  const settled = useSWR<SettledBoard[]>(reads.settled.key(league ? null : state.season))
  if (settled.data === undefined)
    return (
      <PanelBox as="div">
        <Missing
          read={settled}
          failed="The boards did not load"
          loading={{ label: 'Loading boards', rows: 10, rowHeight: '40px', inset: 'all' }}
        />
      </PanelBox>
    )
  const latest = settled.data.at(-1)
  if (latest === undefined)
    return (
      <PanelBox as="div">
        <EmptyState icon={ListOrdered} title="No board yet" action={null}>
          The first one comes after gameweek 1.
        </EmptyState>
      </PanelBox>
    )
  const chosen = settled.data.find(({ gameweek }) => gameweek === state.after) ?? latest
  return <Chosen {...{ userId, state, onState, league }} boards={settled.data} gameweek={chosen.gameweek} />
}

interface Shown {
  readonly entries: readonly PastEntry[]
  readonly total: number
  readonly me: PastEntry | null
  readonly offset?: number | undefined
  readonly asOf: AsOf
}

const shownOf = (data: PastBoard | PastLeague): Shown =>
  'standings' in data ? { ...data, entries: data.standings, total: data.memberCount } : data

interface ChosenProps extends Omit<PastBoardsProps, 'league'> {
  readonly league: PastBoardsProps['league'] | undefined
  readonly boards: readonly SettledBoard[]
  readonly gameweek: number
}

function Chosen({ userId, state, onState, league, boards, gameweek }: ChosenProps) {
  const { as, from } = state
  const season = league ? null : state.season
  const typed = useSettled(state.name, TYPING_MS).trim()
  const isSearch = state.name.trim() !== ''
  const page: PastPage = { season, gameweek, as, from, name: isSearch ? typed : '' }
  const read = useSWR<PastBoard | PastLeague>(
    league ? reads.pastLeague.key(league.id, page, ROWS) : reads.past.key(page, ROWS),
    { keepPreviousData: true },
  )
  const data = read.data && shownOf(read.data)
  const offset = data?.offset ?? (from === 'me' ? 0 : from)
  const isShown = data?.entries.some(({ id }) => id === data.me?.id)

  const isJumping = useRef(false)
  useEffect(() => {
    // The offset is only known once the page around the reader has loaded.
    if (isJumping.current && read.data && 'offset' in read.data && focusOwnRow()) isJumping.current = false
  }, [read.data])
  const jump = () => {
    if (isShown && !isSearch && focusOwnRow()) return
    isJumping.current = true
    onState({ ...state, from: 'me', name: '' }, true)
  }

  const title = `${league ? league.name : 'Everybody'} after gameweek ${gameweek}`
  const isPublished = as === 'published'
  return (
    <>
      <Panel title={title} actions={data && isPublished && <Small>on {shortTime(data.asOf.settledAt)}</Small>}>
        <Time>
          <AfterGameweek
            boards={boards}
            gameweek={gameweek}
            onChoose={(after) => onState({ ...state, after, from: 0 }, false)}
          />
          <Spread>
            <Segmented
              label="Which of the two"
              options={VIEWS}
              value={as}
              onChoose={(view) => onState({ ...state, as: view, from: 0 }, false)}
            />
            <CorrectedMark />
          </Spread>
        </Time>
        {!league && (
          <Find>
            <SearchField
              label="Find a player"
              placeholder="Find a player"
              maxLength={30}
              value={state.name}
              onValue={(name) => onState({ ...state, name }, false)}
            />
            {data?.me && (
              <Button kind="primary" onClick={jump}>
                <LocateFixed aria-hidden />
                Jump to me
              </Button>
            )}
          </Find>
        )}
        {data && data.total > 0 && data.me === null && !league && (
          <SideNote>
            <Info aria-hidden />
            <span>You were not on the board after gameweek {gameweek}.</span>
          </SideNote>
        )}
        {data === undefined ? (
          <Missing
            read={read}
            failed="The board did not load"
            loading={{ label: 'Loading board', rows: 10, rowHeight: '40px', inset: 'all' }}
          />
        ) : data.entries.length === 0 && isSearch ? (
          <EmptyState
            icon={SearchX}
            title="No player found"
            action={<Button onClick={() => onState({ ...state, name: '' }, false)}>Clear search</Button>}
          />
        ) : data.total === 0 ? (
          <EmptyState icon={ListOrdered} title="Nobody was on this board" action={null}>
            The first picks came later.
          </EmptyState>
        ) : (
          <PastTable
            caption={`${title}, ${isPublished ? 'as told then' : 'as it stands now'}`}
            rows={data.entries}
            apart={isShown || isSearch ? null : data.me}
            userId={userId}
            isStale={read.isLoading}
          />
        )}
        {data && isSearch && (
          <PanelFoot>
            <Small role="status">{counted(data.entries.length, 'player')} found</Small>
          </PanelFoot>
        )}
        {data && !isSearch && (
          <Pager
            offset={offset}
            size={ROWS}
            total={data.total}
            word={league ? 'member' : 'player'}
            onOffset={(to) => onState({ ...state, from: to }, true)}
          />
        )}
        {data && isPublished && (
          <SideNote>
            <Info aria-hidden />
            <span>
              {league
                ? 'Today’s members with their match points of that night.'
                : 'This is what everybody saw that night. It never changes.'}
            </span>
          </SideNote>
        )}
      </Panel>
      <Column>{data && <BoardChanges asOf={data.asOf} me={data.me} />}</Column>
    </>
  )
}
