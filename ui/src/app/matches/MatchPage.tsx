import { CalendarClock, CalendarX, Eye, Flag, Lock, TriangleAlert, X } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { styled } from 'styled-components'
import type { CurrentUser } from '../../../../src/areas/accounts/contract.ts'
import type { Fixture } from '../../../../src/areas/fixtures/contract.ts'
import type { Goal } from '../../../../src/areas/matches/contract.ts'
import type { Prediction } from '../../../../src/areas/predictions/contract.ts'
import { FormGuide } from '../../features/fixtures/FormGuide.tsx'
import { Meetings } from '../../features/fixtures/Meetings.tsx'
import { matchName, phaseOf } from '../../features/fixtures/model.ts'
import { clockText, clockWithZone, closingText, shortDay, shortWhen } from '../../features/fixtures/time.ts'
import { useMatchClock } from '../../features/fixtures/useMatchClock.ts'
import { JokerSpace } from '../../features/league-rules/JokerSpace.tsx'
import {
  type MatchWithHistory,
  useLiveDay,
  useMatch,
  useMatchChanges,
  useMatchPicks,
} from '../../features/matches/api.ts'
import { ChangesPanel } from '../../features/matches/ChangesPanel.tsx'
import { CountPanel } from '../../features/matches/CountPanel.tsx'
import { CrowdPanel } from '../../features/matches/CrowdPanel.tsx'
import { GoalFeed } from '../../features/matches/GoalFeed.tsx'
import { effectText, goalText } from '../../features/matches/goalText.ts'
import { MatchBand } from '../../features/matches/MatchBand.tsx'
import { MatesPanel } from '../../features/matches/MatesPanel.tsx'
import {
  correctedFrom,
  earned,
  goalRows,
  type Standing,
  scorelineOf,
  standingOf,
  swingOf,
} from '../../features/matches/model.ts'
import { SwingList } from '../../features/matches/SwingList.tsx'
import { usePredictions } from '../../features/predictions/api.ts'
import { placesOf, useTable } from '../../features/table/api.ts'
import type { PageProps } from '../../lib/area.ts'
import { BadgeBase } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Gone } from '../../ui/Gone.tsx'
import { Loaded, Missing } from '../../ui/Loaded.tsx'
import { Small, Stack } from '../../ui/layout.ts'
import { lazyComponent } from '../../ui/lazyComponent.tsx'
import { Page } from '../../ui/Page.ts'
import { PageOf } from '../../ui/PageOf.tsx'
import { Panel, PanelBody } from '../../ui/Panel.tsx'
import { SideLayout } from '../../ui/SideLayout.ts'
import { SideNote } from '../../ui/SideNote.ts'
import { Loading } from '../../ui/Skeleton.tsx'
import { EmptyState } from '../../ui/State.tsx'
import { HideScoresSwitch } from '../dashboard/HideScoresSwitch.tsx'
import { useHiddenScores } from '../dashboard/useHiddenScores.ts'
import { type Moment, noteOf, ownNote, stateOf } from './about.ts'

export const noMatch = (
  <Gone icon={CalendarX} title="Match not found" to="/" label="Go to the fixtures">
    No match has this address.
  </Gone>
)

const PICK_FAILED = 'Unable to load your predictions'

/** As high as a pick, so that nothing below moves. */
const PickLoading = styled(Loading)`
  min-height: 10.7rem;

  @container page (min-width: 64rem) {
    min-height: 7.95rem;
  }
`
const pickLoading = (
  <div>
    <PickLoading label="Loading your pick" rows={1} rowHeight="64px" />
    <JokerSpace />
  </div>
)

/** Loaded for open matches only: its code is that of the home page. */
const OwnPick = lazyComponent(() => import('./OwnPick.tsx').then((module) => module.OwnPick), pickLoading)

/** As high as the picks of everyone. */
const CrowdLoading = styled(Loading)`
  min-height: 28.6rem;

  @container page (min-width: 37.5rem) {
    min-height: 23.2rem;
  }
`

const SealPanel = lazyComponent(
  () => import('../../features/proofs/SealPanel.tsx').then((module) => module.SealPanel),
  <Loading label="Loading the seal" rows={2} />,
)

const Strip = styled.div`
  position: relative;
  z-index: 1;
  display: flex;
  flex-wrap: wrap;
  gap: 2px var(--s3);
  align-items: center;
  padding: 8px var(--s3);
  background: var(--live);
  color: var(--on-live);
  font: var(--b4);

  &[data-quiet] {
    background: var(--header-2);
    color: var(--on-header);
  }
  small {
    font: 500 var(--t1) / 1.3 var(--text);
  }
  b {
    margin-left: auto;
    font: var(--b3);
  }
`

const FormBody = styled(PanelBody)`
  container: fx / inline-size;
`

const Title = styled.h3`
  margin: var(--s4) 0 var(--s2);
  font: 600 var(--t3) / 1.1 var(--board);
`

export function MatchPage({ id, user }: PageProps & { id: number }) {
  const read = useMatch(id)
  return (
    <PageOf
      read={read}
      name="Match"
      title={({ fixture }) => matchName(fixture)}
      gone={noMatch}
      failed="This match did not load"
      loading="Match loading"
    >
      {(match) => <Shown match={match} user={user} />}
    </PageOf>
  )
}

function Shown({ match, user }: { match: MatchWithHistory; user: CurrentUser }) {
  const { fixture } = match
  const now = useMatchClock(useMemo(() => [fixture], [fixture]))
  const moment = { match, now, phase: phaseOf(fixture, now) }
  const predictions = usePredictions()
  const own = predictions.data?.find(({ fixtureId }) => fixtureId === fixture.id)
  const isPickKnown = predictions.data !== undefined
  const closes = fixture.cutoffTime === null ? null : closingText(Date.parse(fixture.cutoffTime), now)
  return match.isRevealed ? (
    <Revealed
      {...{ moment, own, isPickKnown, user }}
      failure={predictions.error && !isPickKnown && <Missing read={predictions} failed={PICK_FAILED} isAlone />}
    />
  ) : (
    <>
      <Head moment={moment} own={own} isPickKnown={isPickKnown} standing={standingOf(fixture)} />
      <Page>
        <Note moment={moment} />
        <SideLayout>
          <Stack data-gap="wide">
            {moment.phase === 'open' && (
              <Loaded read={predictions} failed={PICK_FAILED} isAlone waiting={pickLoading}>
                {(all) => <OwnPick fixture={fixture} predictions={all} userId={user.id} now={now} />}
              </Loaded>
            )}
            <CountPanel {...{ match, closes }} hasPick={own !== undefined} isOpen={moment.phase === 'open'} />
            <Changes match={match} own={own} />
          </Stack>
          <Stack data-gap="wide">
            <Form match={match} />
            <SealOf moment={moment} own={own} />
          </Stack>
        </SideLayout>
      </Page>
    </>
  )
}

function SealOf({ moment: { match, now }, own }: { moment: Moment; own: Prediction | undefined }) {
  const { id, cutoffTime } = match.fixture
  return (
    <SealPanel fixtureId={id} cutoffTime={cutoffTime} isRevealed={match.isRevealed} now={now} predictionId={own?.id} />
  )
}

interface RevealedProps extends Pick<HeadProps, 'moment' | 'own' | 'isPickKnown'> {
  user: CurrentUser
  /** Shown if the reader’s predictions failed to load. */
  failure: ReactNode
}

function Revealed({ moment, own, isPickKnown, user, failure }: RevealedProps) {
  const { match, now } = moment
  const { fixture, leagues, history } = match
  const hidden = useHiddenScores(now)
  // The read of the only league has its scoring and jokers, too.
  const [every] = useState(leagues.length === 1 ? leagues[0]!.id : null)
  const [leagueId, setLeague] = useState(every)
  const all = useMatchPicks(fixture.id, every)
  const ofLeague = useMatchPicks(fixture.id, leagueId)
  const isCovered = hidden.isCovered(fixture)
  const day = useLiveDay(moment.phase === 'live')
  const goals = day.data?.goals.filter(({ fixtureId }) => fixtureId === fixture.id)
  const standing = isCovered ? null : standingOf(fixture)
  const pick = own ? scorelineOf(own) : null
  if (isCovered)
    return (
      <>
        <Head moment={moment} own={own} isPickKnown={isPickKnown} standing={null} isCovered />
        <Page>
          <Panel title={matchName(fixture)} actions={<HideScoresSwitch hidden={hidden} />}>
            <EmptyState
              icon={Eye}
              title="Live scores are hidden"
              action={<Button onClick={() => hidden.reveal(fixture)}>Show this one</Button>}
            >
              Points appear once you show them.
            </EmptyState>
          </Panel>
        </Page>
      </>
    )
  return (
    <>
      <Head {...{ moment, own, isPickKnown, standing, goals }} crowd={all.data?.crowd} />
      <Page>
        <Note moment={moment} />
        <SideLayout>
          <Stack data-gap="wide">
            {failure}
            <MatesPanel
              fixture={fixture}
              userId={user.id}
              leagues={leagues}
              leagueId={leagueId}
              read={leagueId === every ? all : ofLeague}
              standing={standing}
              before={correctedFrom(history)}
              onLeague={setLeague}
            />
            <Loaded
              read={all}
              failed="Failed to load the picks"
              isAlone
              waiting={<CrowdLoading label="Loading the picks" />}
            >
              {({ crowd }) => <CrowdPanel fixture={fixture} crowd={crowd} standing={standing} own={pick} />}
            </Loaded>
          </Stack>
          <Stack data-gap="wide">
            {standing?.isLive && (
              <Panel title="As it happened" actions={<HideScoresSwitch hidden={hidden} />}>
                <GoalFeed
                  rows={goalRows(goals ?? [], () => pick, fixture.season)}
                  fixtures={new Map([[fixture.id, fixture]])}
                />
              </Panel>
            )}
            <Changes match={match} own={own} crowd={all.data?.crowd} />
            <Form match={match} />
            <SealOf moment={moment} own={own} />
          </Stack>
        </SideLayout>
      </Page>
    </>
  )
}

interface HeadProps {
  moment: Moment
  own: Prediction | undefined
  /** False while the reader’s predictions load, and if they failed to. */
  isPickKnown: boolean
  standing: Standing | null
  isCovered?: boolean
  /** undefined: not known yet. */
  goals?: readonly Goal[] | undefined
  crowd?: NonNullable<ReturnType<typeof useMatchPicks>['data']>['crowd'] | undefined
}

function Head({ moment, own, isPickKnown, standing, isCovered, crowd, goals }: HeadProps) {
  const { fixture } = moment.match
  const [last] = (standing?.isLive && goals) || []
  const fresh = last && moment.now - Date.parse(last.at) < FRESH ? last : undefined
  const swing = own && standing?.isLive ? swingOf(scorelineOf(own), standing, fixture.season) : null
  const { data: table, error } = useTable()
  const places = useMemo(() => (table || error ? placesOf(table) : null), [table, error])
  const paid = own && standing ? earned(scorelineOf(own), standing.result, fixture.season) : null
  const { tone, text } = stateOf(moment)
  const kickoff = fixture.kickoffTime === null ? null : Date.parse(fixture.kickoffTime)
  return (
    <MatchBand
      fixture={fixture}
      when={kickoff === null ? 'no date yet' : `${shortDay(kickoff)}, ${clockWithZone(kickoff)}`}
      badge={<BadgeBase data-tone={tone}>{text}</BadgeBase>}
      standing={standing}
      places={places}
      pick={isPickKnown ? (own ?? null) : undefined}
      isOpen={moment.phase === 'open'}
      earned={paid}
      note={isCovered || !isPickKnown ? null : ownNote(moment, { prediction: own, earned: paid, crowd })}
      strip={standing?.isLive && <GoalStrip goals={goals} own={own} fixture={fixture} isFresh={fresh !== undefined} />}
      fresh={fresh && { home: fresh.side === 'home', away: fresh.side === 'away' }}
    >
      {swing && <SwingList fixture={fixture} swing={swing} onDark />}
    </MatchBand>
  )
}

/** How long a goal is marked, in ms. */
const FRESH = 60_000

interface GoalStripProps {
  goals: readonly Goal[] | undefined
  own: Prediction | undefined
  fixture: Fixture
  isFresh: boolean
}

/** The last goal and its effect on the reader’s points. Always there in a live match, so that a goal moves nothing. */
function GoalStrip({ goals, own, fixture, isFresh }: GoalStripProps) {
  const [row] = goalRows(goals ?? [], () => (own ? scorelineOf(own) : null), fixture.season)
  if (!row)
    return (
      <Strip role="status" data-quiet>
        {goals ? 'No goal so far' : '\u00a0'}
      </Strip>
    )
  const { goal, effect } = row
  return (
    <Strip role="status" data-quiet={!isFresh || undefined}>
      <span>{goalText(goal, fixture)}</span>
      <small>
        {clockText(Date.parse(goal.at))} · {goal.home}–{goal.away}
      </small>
      {own && <b>{effectText(effect)}</b>}
    </Strip>
  )
}

const noteIcons = {
  cancelled: X,
  abandoned: TriangleAlert,
  closed: CalendarClock,
  undated: CalendarClock,
  awarded: Flag,
  sealed: Lock,
} as const

function Note({ moment }: { moment: Moment }) {
  const note = noteOf(moment)
  if (note === null) return null
  const Icon = noteIcons[note.state]
  return (
    <SideNote data-tone={note.state === 'cancelled' || note.state === 'undated' ? undefined : 'warn'}>
      <Icon aria-hidden />
      <span>{note.text}</span>
    </SideNote>
  )
}

function Changes({
  match,
  own,
  crowd,
}: {
  match: MatchWithHistory
  own: Prediction | undefined
  crowd?: HeadProps['crowd']
}) {
  const read = useMatchChanges(match.fixture.id)
  if (read.error && !read.data) return <Missing read={read} failed="Unable to load what was decided" isAlone />
  return (
    <ChangesPanel
      history={match.history}
      own={own ? scorelineOf(own) : null}
      crowd={crowd}
      season={match.fixture.season}
      when={(at) => shortWhen(Date.parse(at))}
    />
  )
}

function Form({ match: { fixture } }: { match: MatchWithHistory }) {
  const { homeTeam: home, awayTeam: away } = fixture
  return (
    <Panel title="Form" actions={<Small>latest on the right</Small>}>
      <FormBody>
        <FormGuide home={home} away={away} />
        <Title>Last meetings</Title>
        <Meetings home={home} away={away} except={fixture.id} />
      </FormBody>
    </Panel>
  )
}
