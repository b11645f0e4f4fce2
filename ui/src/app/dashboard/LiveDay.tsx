import { Flag, Info, Timer } from 'lucide-react'
import { useEffect, useState } from 'react'
import { styled } from 'styled-components'
import type { Fixture } from '../../../../src/areas/fixtures/contract.ts'
import type { LiveDay as Day } from '../../../../src/areas/matches/contract.ts'
import type { Prediction } from '../../../../src/areas/predictions/contract.ts'
import { matchName, nextCutoff, phaseOf } from '../../features/fixtures/model.ts'
import { clockText, closingText } from '../../features/fixtures/time.ts'
import { useMyLeagues } from '../../features/leagues/api.ts'
import { useLiveDay, useProvisionalBoard, useProvisionalLeague } from '../../features/matches/api.ts'
import { GoalFeed } from '../../features/matches/GoalFeed.tsx'
import { LiveRows } from '../../features/matches/LiveRows.tsx'
import { earned, goalRows, scorelineOf, standingOf, swingOf } from '../../features/matches/model.ts'
import { ProvisionalBoard } from '../../features/matches/ProvisionalBoard.tsx'
import { useTable } from '../../features/table/api.ts'
import { asItStands, ProvisionalTable } from '../../features/table/ProvisionalTable.tsx'
import { counted, ordinal } from '../../lib/numbers.ts'
import { Button, ButtonAnchor } from '../../ui/Button.tsx'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Small, Spread, Stack, Whole, Wrap } from '../../ui/layout.ts'
import { Panel } from '../../ui/Panel.tsx'
import { passFocus } from '../../ui/passFocus.ts'
import { SideLayout } from '../../ui/SideLayout.ts'
import { SideNote } from '../../ui/SideNote.ts'
import { NowTag } from '../../ui/SoFar.ts'
import { EmptyState } from '../../ui/State.tsx'
import { rowId } from './FixtureRow.tsx'
import { HideScoresSwitch } from './HideScoresSwitch.tsx'
import { Lead } from './Lead.tsx'
import type { HiddenScores } from './useHiddenScores.ts'

const Section = styled(Wrap)`
  display: grid;
  gap: var(--s3-5);
  padding-block: var(--s3-5) 0;
  grid-template-columns: minmax(0, 1fr);

  &[data-waiting] {
    min-height: 100vh;
  }
`

const Huge = styled.p`
  font: 600 var(--t7) / 0.9 var(--board);

  small {
    display: block;
    margin-top: var(--s2);
    font: 400 var(--t1) / 1.3 var(--text);
  }
`

const Body = styled(Spread)`
  align-items: end;
  padding: 0 var(--s4) var(--s4);

  dl {
    flex: 1 1 20rem;
    max-width: 34rem;
  }
  dl > div {
    display: flex;
    gap: var(--s2) var(--s3);
    align-items: baseline;
    justify-content: space-between;
    padding-block: 6px;
    border-top: 1px solid var(--line);
  }
  dt {
    min-width: 0;
    overflow-wrap: anywhere;
  }
  dd {
    flex: none;
    font: var(--b4);
  }
`

/** How long a goal is marked, in ms. */
const FRESH = 60_000
/** Smallest change of the reader’s points by one goal that is shown. */
const MUCH = 10
const FIRST_ROWS = 5
const MOST_ROWS = 100

interface LiveDayProps {
  readonly userId: number
  readonly predictions: readonly Prediction[]
  /** Matches whose rows are on the page. */
  readonly matches: readonly Fixture[]
  readonly hidden: HiddenScores
  /** Server time. */
  readonly now: number
  /** Called once the section has its content, or an error, and with whether matches are on. */
  onShown(hasMatches: boolean): void
}

/** The home page while a match is on: nothing of it is settled. Absent while nothing is. */
export function LiveDay(props: LiveDayProps) {
  const live = useLiveDay(true)
  const leagues = useMyLeagues()
  // The reader's league has a row in the head, which would push down the matches.
  const read = leagues.data || leagues.error ? live : { ...live, data: undefined }
  const { hidden, onShown } = props
  const isShown = (read.data ?? read.error) !== undefined
  const hasMatches = read.data !== undefined && read.data.fixtures.length > 0
  useEffect(() => void (isShown && onShown(hasMatches)), [isShown, hasMatches, onShown])
  if (read.data && !hasMatches) return null
  return (
    <Section as="section" aria-label="Live" data-waiting={!isShown || undefined}>
      <Loaded
        read={read}
        failed="Live scores did not load"
        isAlone
        loading={{ label: 'Live matches loading', rows: 3, rowHeight: '72px' }}
      >
        {(day) => (
          <>
            <Head day={day} {...props} />
            <SideLayout>
              <Stack data-gap="wide">
                <Matches day={day} {...props} />
                {!hidden.isOn && (day.provisional ? <Boards userId={props.userId} /> : <Table day={day} />)}
              </Stack>
              {!hidden.isOn && (
                <Stack data-gap="wide">
                  <Goals day={day} {...props} />
                  {day.provisional && <Table day={day} />}
                </Stack>
              )}
            </SideLayout>
          </>
        )}
      </Loaded>
    </Section>
  )
}

type WithDay = LiveDayProps & { day: Day }

const useFirstLeague = () => useMyLeagues().data?.[0]

const picksBy = (predictions: readonly Prediction[]) => new Map(predictions.map((each) => [each.fixtureId, each]))

const isOver = ({ fixtures }: Day): boolean => fixtures.every(({ status }) => status !== 'LIVE')

function Head(props: WithDay) {
  const { hidden, day } = props
  return (
    <Panel title={isOver(day) ? 'Full time' : 'Live'} actions={<HideScoresSwitch hidden={hidden} />}>
      {hidden.isOn ? (
        <EmptyState title="Live scores are hidden" action={null}>
          Points appear at full time.
        </EmptyState>
      ) : isOver(day) ? (
        <PaidBody {...props} />
      ) : (
        <SoFarBody {...props} />
      )}
      <StillToCome {...props} />
    </Panel>
  )
}

/** Results of the reader’s picks of these matches, live ones or those that have ended. */
function resultsOf({ day: { fixtures }, predictions }: WithDay, isLive: boolean) {
  const picks = picksBy(predictions)
  const results = fixtures.flatMap((fixture) => {
    const [pick, standing] = [picks.get(fixture.id), standingOf(fixture)]
    return pick && standing?.isLive === isLive ? [earned(scorelineOf(pick), standing.result, fixture.season)] : []
  })
  return { results, right: results.filter(({ points }) => points > 0).length }
}

/** After the last match has ended, until the section disappears. */
function PaidBody(props: WithDay) {
  const { results, right } = resultsOf(props, false)
  return (
    <Body>
      <Huge>
        {results.reduce((sum, { points }) => sum + points, 0)}
        <small>
          {results.length === 0
            ? 'points: no pick in the latest matches'
            : `points from the latest matches, ${right} of ${results.length} right`}
        </small>
      </Huge>
    </Body>
  )
}

function SoFarBody(props: WithDay) {
  const { provisional } = props.day
  const league = useFirstLeague()
  const me = useProvisionalLeague((provisional && league?.id) ?? null).data?.provisional?.me
  const { results, right } = resultsOf(props, true)
  return (
    <Body>
      <Huge>
        {provisional?.points ?? 0}
        <small>
          <NowTag>So far</NowTag>{' '}
          {results.length === 0 ? 'points: no pick in these matches' : `points, ${right} of ${results.length} right`}
        </small>
      </Huge>
      {provisional && (
        <dl>
          <Rank name="Everybody" now={provisional.ranking} before={provisional.settledRanking} />
          {league && (
            <Rank name={league.name} now={me?.ranking ?? null} before={me ? me.ranking + me.movement : null} />
          )}
        </dl>
      )}
    </Body>
  )
}

/** The rank before reserves its line until it is known. */
function Rank({ name, now, before }: { name: string; now: number | null; before: number | null }) {
  return (
    <div>
      <dt>
        {name}{' '}
        <Small style={before === null ? { visibility: 'hidden' } : undefined}>
          {ordinal(before ?? 1)} before these matches
        </Small>
      </dt>
      <dd>{now === null ? '–' : ordinal(now)}</dd>
    </div>
  )
}

/** Leads to the open matches, which are below everything that is live. */
function StillToCome({ matches, predictions, now }: LiveDayProps) {
  const cutoff = nextCutoff(matches, now)
  if (cutoff === null) return null
  const picks = picksBy(predictions)
  const open = matches.filter((fixture) => phaseOf(fixture, now) === 'open')
  const missing = open.filter(({ id }) => !picks.has(id))
  const [first] = missing.length > 0 ? missing : open
  return (
    <Lead
      icon={Timer}
      action={
        <ButtonAnchor kind={missing.length > 0 ? 'primary' : 'plain'} size="sm" href={`#${rowId({ fixture: first! })}`}>
          {pickWord(missing.length, open.length)}
        </ButtonAnchor>
      }
    >
      <b>{counted(open.length, 'match', 'matches')} to come</b>, {pickedText(open.length - missing.length, open.length)}
      . Next closes <Whole>{closingText(cutoff, now)}</Whole>.
    </Lead>
  )
}

const pickWord = (missing: number, all: number): string =>
  missing === 0 ? 'See your picks' : missing === all ? 'Make your picks' : `Pick ${missing} more`

const pickedText = (picked: number, all: number): string =>
  picked === 0 ? 'none picked yet' : picked < all ? `${picked} picked` : all === 1 ? 'picked' : 'all picked'

function Matches({ day, predictions, hidden, now }: WithDay) {
  const { fixtures, goals } = day
  const picks = picksBy(predictions)
  const [isShown, show] = useState<ReadonlySet<number>>(new Set())
  const rows = fixtures.map((fixture) => {
    const last = goals.find(({ fixtureId }) => fixtureId === fixture.id)
    const isCovered = hidden.isOn && !isShown.has(fixture.id)
    return {
      ...{ fixture, isCovered, pick: picks.get(fixture.id) ?? null },
      fresh: last && now - Date.parse(last.at) < FRESH ? last : null,
    }
  })
  const away = rows.flatMap(({ fixture, pick, isCovered }) => {
    const standing = standingOf(fixture)
    const swing = pick && standing?.isLive && !isCovered ? swingOf(scorelineOf(pick), standing, fixture.season) : null
    if (!swing) return []
    const scorer =
      swing.home - swing.now >= MUCH ? fixture.homeTeam : swing.away - swing.now >= MUCH ? fixture.awayTeam : null
    return scorer ? [`if ${scorer.shortName} score, you gain ${Math.max(swing.home, swing.away) - swing.now}`] : []
  })
  return (
    <Panel
      title={isOver(day) ? 'Just over' : 'Live now'}
      actions={
        !isOver(day) && (
          <NowTag>
            {counted(fixtures.filter(({ status }) => status === 'LIVE').length, 'match', 'matches')}, {clockText(now)}
          </NowTag>
        )
      }
    >
      <LiveRows rows={rows} now={now} onShow={(fixture) => show((before) => new Set([...before, fixture.id]))} />
      {away[0] && (
        <SideNote data-live>
          <Flag aria-hidden />
          <span>
            <b>One goal away:</b> {away[0]}.
          </span>
        </SideNote>
      )}
    </Panel>
  )
}

function Boards({ userId }: { userId: number }) {
  const league = useFirstLeague()
  const [limit, setLimit] = useState(FIRST_ROWS)
  const all = useProvisionalBoard(limit)
  const ofLeague = useProvisionalLeague(league?.id ?? null)
  return (
    <>
      {league && (
        <ProvisionalBoard
          title={league.name}
          userId={userId}
          read={ofLeague}
          limit={FIRST_ROWS}
          foot={
            <ButtonLink size="sm" block to={`/leagues/${league.id}`}>
              Go to the league
            </ButtonLink>
          }
        />
      )}
      <ProvisionalBoard
        title="Everybody"
        userId={userId}
        read={all}
        limit={limit}
        foot={
          (limit < MOST_ROWS || all.isLoading) && (
            <Button ref={passFocus} size="sm" block busy={limit === MOST_ROWS} onClick={() => setLimit(MOST_ROWS)}>
              Show the first {MOST_ROWS}
            </Button>
          )
        }
      />
    </>
  )
}

function Goals({ day, predictions }: WithDay) {
  const { fixtures, goals } = day
  const picks = picksBy(predictions)
  const pickOf = (id: number) => {
    const pick = picks.get(id)
    return pick ? scorelineOf(pick) : null
  }
  if (goals.length === 0 && isOver(day)) return null
  return (
    <Panel title="Goals" actions={<Small>and what they did to you</Small>}>
      <GoalFeed
        rows={goalRows(goals, pickOf, fixtures[0]!.season)}
        fixtures={new Map(fixtures.map((fixture) => [fixture.id, fixture]))}
      />
    </Panel>
  )
}

/** Of the column of arrows. */
const Arrows = styled.span`
  @container page (width <= 20rem) {
    display: none;
  }
`

function Table({ day }: { day: Day }) {
  const table = useTable()
  const live = day.fixtures.filter((fixture) => standingOf(fixture)?.isLive)
  if (live.length === 0) return null
  return (
    <Panel title="Premier League table" actions={<NowTag>As it stands</NowTag>}>
      <Loaded
        read={table}
        failed="Unable to load the table"
        isBrief
        loading={{ label: 'Loading table', rows: 10, rowHeight: '24px' }}
      >
        {(rows) => <ProvisionalTable rows={asItStands(rows, live)} />}
      </Loaded>
      <SideNote data-live>
        <Info aria-hidden />
        <span>
          Pink counts {live.length === 1 ? matchName(live[0]!) : 'matches'} still on.{' '}
          <Arrows>Arrows compare with the settled table.</Arrows>
        </span>
      </SideNote>
    </Panel>
  )
}
