import { CalendarX, Share2 } from 'lucide-react'
import { memo, type ReactNode, useCallback, useDeferredValue, useEffect, useId, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { styled } from 'styled-components'
import type { CurrentUser } from '../../../../src/areas/accounts/contract.ts'
import { useStoredAt } from '../../api/connection.ts'
import { placeText } from '../../features/boards/model.ts'
import { useBoard } from '../../features/boards/useBoard.ts'
import { GameweekHead } from '../../features/fixtures/GameweekHead.tsx'
import { isMatchDay, phaseOf } from '../../features/fixtures/model.ts'
import { clockText, dayKey, shortWhen } from '../../features/fixtures/time.ts'
import { RecentList } from '../../features/recent/RecentList.tsx'
import { latestOffer } from '../../features/sharing/offers.ts'
import { useShareDialog } from '../../features/sharing/useShareDialog.tsx'
import { gameweekOf, HOME } from '../../lib/paths.ts'
import { usePageTitle } from '../../lib/usePageTitle.ts'
import { Button } from '../../ui/Button.tsx'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Wrap } from '../../ui/layout.ts'
import { lazyComponent } from '../../ui/lazyComponent.tsx'
import { Column } from '../../ui/Page.ts'
import { Panel, PanelBox, PanelHeader } from '../../ui/Panel.tsx'
import { sideColumn } from '../../ui/SideLayout.ts'
import { EmptyState, ErrorState } from '../../ui/State.tsx'
import { useLazyComponent } from '../../ui/useLazyComponent.tsx'
import { WhenNear } from '../../ui/WhenNear.tsx'
import { GameweekPanel, RowsWaiting } from './GameweekPanel.tsx'
import { Reserved } from './Reserved.tsx'
import { SidePanels } from './SidePanels.tsx'
import { Tour } from './Tour.tsx'
import { isTourDue } from './tour.ts'
import { useDashboardData } from './useDashboardData.ts'
import { type HiddenScores, useHiddenScores } from './useHiddenScores.ts'
import { WelcomeBand } from './WelcomeBand.tsx'
import { dueWrap } from './wrap.ts'

const Grid = styled(Wrap)`
  display: grid;
  gap: var(--s3-5);
  padding-bottom: var(--s4);
  grid-template-columns: minmax(0, 1fr);

  @container page (min-width: 37.5rem) {
    padding-top: var(--s5);
  }
  ${sideColumn}
  /* The last panel of a column fills it. */
  @container page (min-width: 64rem) {
    & > :first-child {
      grid-template-rows: auto 1fr;
    }
  }
`

const PredictorBox = styled(PanelBox)`
  @container page (width < 37.5rem) {
    margin-inline: calc(var(--s3) * -1);
    border-inline: 0;
    border-top: 0;
    &::after {
      display: none;
    }
  }
  &::after {
    z-index: 6;
  }
`

const SeasonEnd = lazyComponent(
  () => import('./SeasonEnd.tsx').then((module) => module.SeasonEnd),
  <RowsWaiting label="Loading the season" rows={10} rowHeight="40px" />,
)

const Window = styled.div`
  min-height: 100vh;
`

const LiveDay = lazyComponent(
  () => import('./LiveDay.tsx').then((module) => module.LiveDay),
  <Window>
    <RowsWaiting label="Live matches loading" rows={3} rowHeight="72px" />
  </Window>,
)
/** Most milliseconds for which the fixtures wait for the live section. */
const LIVE_MS = 3_000

const WrapInvitation = lazyComponent(
  () => import('./WrapInvitation.tsx').then((module) => module.WrapInvitation),
  <Reserved data-low>
    <div />
  </Reserved>,
)

const OfflinePanels = lazyComponent(
  () => import('../offline/OfflinePanels.tsx').then((module) => module.OfflinePanels),
  null,
)
const HomeParts = lazyComponent(() => import('../offline/HomeParts.tsx').then((module) => module.HomeParts), null)
const loadLedger = () => import('./PointsDialog.tsx').then((module) => module.PointsDialog)

type Data = ReturnType<typeof useDashboardData>

export function DashboardPage({ user }: { user: CurrentUser }) {
  const gameweek = gameweekOf(useLocation().pathname)
  const data = useDashboardData(gameweek)
  usePageTitle(gameweek === null ? null : `Gameweek ${gameweek}`)
  const hidden = useHiddenScores(data.now)
  const place = placeText(useBoard('top', null, user.id))
  const [hasTour] = useState(() => isTourDue(user))
  const isStored = useStoredAt() !== null
  const [hasLive, setLive] = useState(false)
  // Live scores need a connection. Above a gameweek of its own address they would hide it; chosen below them, they stay.
  const isLive =
    !isStored && (gameweek === null || hasLive) && data.predictions !== undefined && isMatchDay(data.season, data.now)
  // The live section would push down fixtures that are shown before it.
  const [isWaiting, setWaiting] = useState(true)
  const onLive = useCallback((hasMatches: boolean) => {
    setWaiting(false)
    setLive(hasMatches)
  }, [])
  useEffect(() => {
    if (!isLive) return
    const timer = setTimeout(setWaiting, LIVE_MS, false)
    return () => clearTimeout(timer)
  }, [isLive])
  const season = data.season[0]?.season
  const wrap = season && !isLive ? dueWrap(user.id, season, data.gameweeks) : null
  const firstPicks = useRef(data.predictions?.length)
  firstPicks.current ??= data.predictions?.length
  if (isWaiting && data.predictions && data.isSeasonKnown && !isLive) setWaiting(false)
  const { Component: Ledger, open, close } = useLazyComponent(loadLedger, 'Failed to load your points')
  return (
    <>
      <WelcomeBand user={user} now={data.now} place={place} onPoints={() => void open()} />
      {hasTour && !data.hasNoneToCome && <Tour userId={user.id} />}
      {isLive && data.predictions && (
        <LiveDay
          userId={user.id}
          predictions={data.predictions}
          matches={data.matches}
          hidden={hidden}
          now={data.now}
          onShown={onLive}
        />
      )}
      {season && wrap && <WrapInvitation userId={user.id} season={season} {...wrap} predictions={data.predictions} />}
      {!(isLive && isWaiting) && (
        <Grid>
          <Column>
            <Fixtures user={user} data={data} hidden={hidden} hasSwitch={!(isLive && hasLive)} />
            <WhenNear waiting={null} ahead={null}>
              <HomeParts user={user} hasPicked={(data.predictions?.length ?? 0) > (firstPicks.current ?? 0)} />
            </WhenNear>
            {!(data.hasNoneToCome && data.predictions?.length === 0) && (
              <Recent picks={data.picks} now={data.now} hidden={hidden} />
            )}
          </Column>
          {isStored ? (
            <OfflinePanels userId={user.id} />
          ) : (
            <SidePanels
              userId={user.id}
              gameweek={data.gameweek ?? data.gameweeks.played.at(-1) ?? null}
              season={season ?? null}
              predictions={data.picks}
            />
          )}
        </Grid>
      )}
      {Ledger && <Ledger onClose={close} />}
    </>
  )
}

interface FixturesProps {
  readonly data: Data
  readonly hidden: HiddenScores
  readonly user: CurrentUser
  /** Has the switch that hides live scores; the live section has its own. */
  readonly hasSwitch: boolean
}

function Fixtures({ user, data, hidden, hasSwitch }: FixturesProps) {
  const headingId = useId()
  const { gameweeks, gameweek, matches, predictions } = data
  // Renders the ten forms in slices, so that the page stays responsive.
  const isRead = useDeferredValue(!data.isLoading && predictions !== undefined)
  const isEnd = gameweek === null && data.isSeasonOver
  const underHead = (body: ReactNode) => (
    <>
      <GameweekHead
        headingId={headingId}
        gameweeks={gameweeks}
        selected={gameweek}
        isOver={isEnd}
        onSelect={(chosen) => {
          data.choose(chosen)
          if (isEnd) focusMain()
        }}
        progress={null}
        next={null}
        isWaiting={data.isLoading && gameweeks.upcoming.length === 0}
        isSeasonKnown={data.isSeasonKnown}
      />
      {body}
    </>
  )
  const content = () => {
    if (data.error) {
      const failure = <ErrorState title="Unable to load fixtures" onRetry={data.retry} />
      if (gameweeks.upcoming.length + gameweeks.played.length > 0) return underHead(failure)
      return (
        <>
          <PanelHeader>
            <h2 id={headingId}>Upcoming Fixtures</h2>
          </PanelHeader>
          {failure}
        </>
      )
    }
    if (data.isLoading || !isRead || predictions === undefined)
      return underHead(<RowsWaiting label="Loading fixtures" rows={10} rowHeight="64px" />)
    if (isEnd)
      return underHead(<SeasonEnd userId={user.id} season={data.season[0]!.season} predictions={predictions} />)
    if (gameweek === null || matches.length === 0)
      return underHead(
        <EmptyState
          icon={CalendarX}
          title={
            gameweek === null ? 'No upcoming fixtures available' : `No fixtures available for Gameweek ${gameweek}`
          }
          action={
            gameweek === null ? (
              <ButtonLink to="/leagues">Find a league</ButtonLink>
            ) : (
              <ButtonLink to={HOME.to}>Current gameweek</ButtonLink>
            )
          }
        />,
      )
    return (
      <GameweekPanel
        data={data}
        headingId={headingId}
        userId={user.id}
        gameweek={gameweek}
        predictions={predictions}
        hidden={hidden}
        hasSwitch={hasSwitch}
        onSeasonEnd={() => {
          data.leave()
          focusMain()
        }}
      />
    )
  }
  return <PredictorBox aria-labelledby={headingId}>{content()}</PredictorBox>
}

interface RecentProps extends Pick<Data, 'picks' | 'now'> {
  readonly hidden: HiddenScores
}

const Recent = memo(function Recent({ picks, now, hidden }: RecentProps) {
  const predictions = picks.data
  const { share, isOpening, dialog } = useShareDialog()
  return (
    <Panel
      title="Your recent predictions"
      actions={
        predictions && predictions.length > 0 ? (
          <Button size="sm" kind="plain" busy={isOpening} onClick={() => share(latestOffer(predictions))}>
            <Share2 aria-hidden />
            Share All
          </Button>
        ) : null
      }
    >
      <Loaded
        read={picks}
        failed="Unable to load your predictions"
        isBrief
        waiting={<RowsWaiting label="Loading your predictions" rows={5} rowHeight="46px" />}
        empty={
          <EmptyState
            title="No predictions yet"
            action={
              <Button kind="primary" onClick={() => focusMain(true)}>
                Make predictions
              </Button>
            }
          >
            Pick a result and save it to see it here.
          </EmptyState>
        }
      >
        {(all) => (
          <RecentList
            predictions={all}
            isLive={(fixture) => phaseOf(fixture, now) === 'live'}
            isCovered={hidden.isCovered}
            whenOf={(fixture) => whenText(fixture.kickoffTime, now)}
          />
        )}
      </Loaded>
      {dialog}
    </Panel>
  )
})

/** Moves the focus to the page, for example since the focused element disappears. */
function focusMain(scrolls = false) {
  document.getElementById('main')?.focus({ preventScroll: !scrolls })
}

function whenText(kickoff: string | null, now: number): string {
  if (kickoff === null) return 'No date yet'
  const at = Date.parse(kickoff)
  return dayKey(at) === dayKey(now) ? `Today, ${clockText(at)}` : shortWhen(at)
}
