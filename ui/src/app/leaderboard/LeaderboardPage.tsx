import { useId, useRef } from 'react'
import { useSearchParams } from 'react-router-dom'
import { styled } from 'styled-components'
import type { LeaderboardPage as BoardPage, BoardSeasons } from '../../../../src/areas/boards/contract.ts'
import { useBoardSeasons, useOwnSurroundings } from '../../features/boards/api.ts'
import { BoardPanel } from '../../features/boards/BoardPanel.tsx'
import { rivalsOf } from '../../features/boards/history.ts'
import { type BoardView, queryOf, toNextRank, viewOf } from '../../features/boards/model.ts'
import { OwnPoints } from '../../features/boards/OwnPoints.tsx'
import { type PastState, pastOf, pastQuery } from '../../features/boards/past.ts'
import { RankChart } from '../../features/boards/RankChart.tsx'
import { Winners } from '../../features/boards/Winners.tsx'
import { useIsSeasonOver } from '../../features/fixtures/api.ts'
import { useBoardGameweek, useCurrentGameweek } from '../../features/leagues/api.ts'
import { useProvisionalBoard } from '../../features/matches/api.ts'
import { ProvisionalTop, TOP_ROWS } from '../../features/matches/ProvisionalBoard.tsx'
import { seasonName } from '../../features/points/model.ts'
import type { PageProps } from '../../lib/area.ts'
import { areScoresHidden } from '../../lib/hiddenScores.ts'
import { count, counted } from '../../lib/numbers.ts'
import { usePageTitle } from '../../lib/usePageTitle.ts'
import { Band, BandAbout, BandStat, BandStats } from '../../ui/Band.tsx'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { Choice } from '../../ui/Choice.tsx'
import { periodTabs } from '../../ui/GameweekChooser.tsx'
import { Small, Stack, Wrap } from '../../ui/layout.ts'
import { lazyComponent } from '../../ui/lazyComponent.tsx'
import { Column, Halves, PageWithSide } from '../../ui/Page.ts'
import { Panel, PanelBody, PanelBox } from '../../ui/Panel.tsx'
import { Loading } from '../../ui/Skeleton.tsx'
import { SoFar } from '../../ui/SoFar.ts'
import { Subnav } from '../../ui/Subnav.ts'
import { TabList, tabPanelProps } from '../../ui/Tabs.tsx'
import { reachable } from '../../ui/tapTarget.ts'
import { useLazyComponent } from '../../ui/useLazyComponent.tsx'

/** Focused by the band’s button. */
const Live = styled.div`
  scroll-margin-top: var(--s4);
`

const Show = styled.button`
  ${reachable}
  font: inherit;
  color: var(--on-header);
  text-decoration: underline;
  text-underline-offset: 3px;
`

const Rank = styled(SoFar)`
  font: inherit;
  line-height: 1;
`

const WINNERS = 'winners'
const PAST = 'past'

const PastBoards = lazyComponent(
  () => import('../../features/boards/PastBoards.tsx').then((module) => module.PastBoards),
  null,
)

const loadLedger = () => import('../dashboard/PointsDialog.tsx').then((module) => module.PointsDialog)

export function LeaderboardPage({ user, title }: PageProps) {
  usePageTitle(title)
  const [query, setQuery] = useSearchParams()
  const current = useCurrentGameweek() ?? null
  const base = useId()
  const view = viewOf(query)
  const around = useOwnSurroundings(view.gameweek)
  const isSeasonOver = useIsSeasonOver(around.data?.me === null)
  const onView = (next: BoardView, isStep: boolean) => setQuery(queryOf(next), { replace: !isStep })
  const show = query.get('show')
  const tab = show === WINNERS || show === PAST ? show : view.gameweek === null ? 'overall' : 'gameweek'
  const latest = useBoardGameweek()
  const gameweek = view.gameweek ?? latest
  const select = (id: string) =>
    id === WINNERS || id === PAST
      ? setQuery({ show: id })
      : onView({ gameweek: id === 'gameweek' ? gameweek : null, from: 0, name: view.name }, true)
  const seasons = useBoardSeasons(tab === PAST)
  const past = pastOf(query)
  const onPast = (next: PastState, isStep: boolean) =>
    setQuery({ show: PAST, ...pastQuery(next) }, { replace: !isStep })
  const live = useProvisionalBoard(TOP_ROWS)
  const liveBoard = useRef<HTMLDivElement>(null)
  const provisional = tab === WINNERS || tab === PAST ? null : live.data?.provisional
  return (
    <>
      <BoardBand
        around={around.data}
        now={provisional && { rank: provisional.me?.ranking, onShow: () => liveBoard.current?.focus() }}
      />
      <Subnav>
        <Wrap>
          <TabList
            label="Leaderboard"
            tabs={[
              ...periodTabs(gameweek),
              { id: PAST, label: 'Through time' },
              { id: WINNERS, label: 'Gameweek winners' },
            ]}
            selected={tab}
            onSelect={select}
            base={base}
          />
        </Wrap>
      </Subnav>
      {tab === WINNERS ? (
        <Halves {...tabPanelProps(base, tab)}>
          <Winners own={around.data?.me ?? null} />
        </Halves>
      ) : tab === PAST ? (
        <PageWithSide {...tabPanelProps(base, tab)}>
          {/* The choice above would push the boards down. */}
          {seasons.data || seasons.error ? (
            <>
              {seasons.data && seasons.data.seasons.length > 1 && (
                <SeasonChoice seasons={seasons.data} state={past} onState={onPast} />
              )}
              <PastBoards userId={user.id} state={past} onState={onPast} />
            </>
          ) : (
            <PanelBox as="div">
              <Loading label="Loading boards" rows={10} rowHeight="40px" inset="all" />
            </PanelBox>
          )}
        </PageWithSide>
      ) : (
        <PageWithSide {...tabPanelProps(base, tab)}>
          <BoardPanel view={view} onView={onView} userId={user.id} current={current} isSeasonOver={isSeasonOver} />
          <Column data-wide>
            {provisional && (
              <Live ref={liveBoard} tabIndex={-1}>
                <ProvisionalTop title="Everybody" userId={user.id} read={live} />
              </Live>
            )}
            {/* The board above would push it down. */}
            {(live.data || live.error || areScoresHidden()) && <Own userId={user.id} isSeasonOver={isSeasonOver} />}
          </Column>
        </PageWithSide>
      )}
    </>
  )
}

const Season = styled.div`
  grid-column: 1 / -1;
  max-width: 14rem;
`

interface SeasonChoiceProps {
  seasons: BoardSeasons
  state: PastState
  onState(state: PastState, isStep: boolean): void
}

function SeasonChoice({ seasons: { season, seasons }, state, onState }: SeasonChoiceProps) {
  return (
    <Season>
      <Choice
        aria-label="Season"
        value={state.season ?? season}
        options={seasons.map((name) => ({ value: name, label: seasonName(name) }))}
        onChoose={(name) => onState({ ...state, season: name === season ? null : name, after: null, from: 0 }, true)}
      />
    </Season>
  )
}

interface BoardBandProps {
  around: BoardPage | undefined
  /** The reader’s rank with the matches under way, and the way to that board; falsy: nothing is on. */
  now: { rank: number | undefined; onShow: () => void } | null | undefined
}

function BoardBand({ around, now }: BoardBandProps) {
  const me = around?.me
  const next = me && toNextRank(around.entries, me)
  return (
    <Band labelledBy="leaderboard">
      <BandAbout>
        <h1 id="leaderboard">Leaderboard</h1>
        <p data-small>
          {around && `${counted(around.total, 'player')}. `}
          Level on points means the same rank; within it, more exact scores come first, then accuracy, then who joined
          first.
        </p>
      </BandAbout>
      <BandStats>
        {/* Placeholders reserve the space, so that nothing moves when the numbers arrive. */}
        <BandStat label="Your rank" value={me ? count(me.ranking) : '–'} />
        <BandStat label="Points" value={me ? count(me.totalPoints) : '–'} />
        {now ? (
          // Below the board on a phone, which is long.
          <div>
            <dt>
              <Show type="button" onClick={now.onShow}>
                As it stands
              </Show>
            </dt>
            <dd>
              <Rank>{now.rank === undefined ? 'Live' : count(now.rank)}</Rank>
            </dd>
          </div>
        ) : next ? (
          <BandStat label={`To rank ${count(next.rank)}`} value={count(next.points)} />
        ) : (
          <BandStat label="Players" value={around ? count(around.total) : '–'} />
        )}
      </BandStats>
    </Band>
  )
}

function Own({ userId, isSeasonOver }: { userId: number; isSeasonOver: boolean }) {
  const { data } = useOwnSurroundings(null)
  const { Component: Ledger, busy, open, close } = useLazyComponent(loadLedger, 'Failed to load your points')
  if (data === undefined) return null
  if (data.me === null && isSeasonOver)
    return (
      <Panel title="You are not on the board">
        <PanelBody>
          <Small as="p">You made no picks this season.</Small>
        </PanelBody>
      </Panel>
    )
  if (data.me === null)
    return (
      <Panel title="You are not on the board yet">
        <PanelBody>
          <Stack>
            <Small as="p">Save your first pick to get on it.</Small>
            <ButtonLink kind="primary" to="/">
              Make your first pick
            </ButtonLink>
          </Stack>
        </PanelBody>
      </Panel>
    )
  return (
    <>
      {data.me.parts && <OwnPoints parts={data.me.parts} busy={busy} onLedger={() => void open()} />}
      <RankChart userId={userId} rivals={rivalsOf(data.entries, data.me)} />
      {Ledger && <Ledger onClose={close} />}
    </>
  )
}
