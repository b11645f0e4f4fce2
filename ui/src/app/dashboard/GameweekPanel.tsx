import { CalendarCheck, Share2, Trophy } from 'lucide-react'
import { type ReactNode, useId, useMemo, useRef } from 'react'
import { styled } from 'styled-components'
import type { Prediction } from '../../../../src/areas/predictions/contract.ts'
import { GameweekHead } from '../../features/fixtures/GameweekHead.tsx'
import { fixturesOf, gameweekAfter, groupByDay, isOver, nextCutoff, phaseOf } from '../../features/fixtures/model.ts'
import { closingText } from '../../features/fixtures/time.ts'
import { SaveBar } from '../../features/predictions/SaveBar.tsx'
import { Strip } from '../../features/predictions/Strip.tsx'
import { usePredictor } from '../../features/predictions/usePredictor.ts'
import { useAverage } from '../../features/profile/useAverage.ts'
import { gameweekOffer, oneOffer } from '../../features/sharing/offers.ts'
import { useShareDialog } from '../../features/sharing/useShareDialog.tsx'
import { placesOf, useTable } from '../../features/table/api.ts'
import { counted } from '../../lib/numbers.ts'
import { Button } from '../../ui/Button.tsx'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { Row, Spread, Whole } from '../../ui/layout.ts'
import { lazyComponent } from '../../ui/lazyComponent.tsx'
import { Loading } from '../../ui/Skeleton.tsx'
import { toast } from '../../ui/Toast.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { FIRST_BOX, FixtureRow, rowId } from './FixtureRow.tsx'
import { HideScoresSwitch } from './HideScoresSwitch.tsx'
import { KeepsPlace } from './KeepsPlace.tsx'
import { Lead } from './Lead.tsx'
import { QuickPicks, toGoText } from './QuickPicks.tsx'
import type { useDashboardData } from './useDashboardData.ts'
import type { HiddenScores } from './useHiddenScores.ts'
import { useJokers } from './useJokers.tsx'

const DayHead = styled(Spread)`
  gap: var(--s1) var(--s2);
  min-height: 36px;
  padding: 8px var(--s3-4) 0;
  background: var(--surface);

  & h3 {
    font: var(--b3);
    color: var(--muted);
  }
  ol + & {
    border-top: 1px solid var(--line);
  }
`

const Extra = styled(Row)`
  margin-left: auto;
`

export const RowsWaiting = styled(Loading)`
  padding: var(--s3) 12px var(--s4);
`

/** The height of a summary with the best three and the reader. */
const Summary = styled.div`
  min-height: 28rem;

  @container page (min-width: 48rem) {
    min-height: 17.5rem;
  }
`

const GameweekSummary = lazyComponent(
  () => import('./GameweekSummary.tsx').then((module) => module.GameweekSummary),
  <RowsWaiting label="Loading the gameweek’s best" rows={4} rowHeight="40px" />,
)

interface GameweekPanelProps {
  readonly data: ReturnType<typeof useDashboardData>
  readonly headingId: string
  readonly userId: number
  readonly gameweek: number
  readonly predictions: readonly Prediction[]
  readonly hidden: HiddenScores
  readonly hasSwitch: boolean
  onSeasonEnd(): void
}

export function GameweekPanel(props: GameweekPanelProps) {
  const { data, gameweek, predictions, hidden, headingId } = props
  const { gameweeks, matches: fixtures, season, now, choose } = data
  const hintId = useId()
  const list = useRef<HTMLDivElement>(null)
  const jokers = useJokers(fixtures)
  const { data: table } = useTable()
  const places = useMemo(() => placesOf(table), [table])
  const focusList = () => list.current?.focus({ preventScroll: true })
  const focusUnpicked = () => {
    toast(null)
    list.current?.querySelector<HTMLElement>(`[data-state='open'] ${FIRST_BOX}`)?.focus()
  }
  const predictor = usePredictor({
    userId: props.userId,
    fixtures,
    season,
    phaseOf: (fixture) => phaseOf(fixture, now),
    now,
    predictions,
    toGo(left) {
      const text = toGoText(left, fixtures.length)
      return (
        text && (
          <Button size="sm" onDark onClick={focusUnpicked}>
            {text}
          </Button>
        )
      )
    },
  })
  const rows = new Map(predictor.rows.map((row) => [row.fixture.id, row]))
  const picked = predictor.rows.filter((row) => row.prediction !== undefined).length
  const cutoff = nextCutoff(fixtures, now)
  const days = groupByDay(fixtures)
  const isPlayed = isOver(fixtures)
  const isSecret = fixtures.some((fixture) => hidden.isCovered(fixture))
  const after = gameweekAfter(season, gameweek, data.opensOn, now)
  const cutoffAfter = after === null ? null : nextCutoff(fixturesOf(season, after), now)
  const { share, isOpening, dialog } = useShareDialog()

  const picks = predictor.rows.flatMap(({ prediction }) => prediction ?? [])
  const shareGameweek = picks.length > 0 && (
    <Button size="sm" kind="plain" busy={isOpening} onClick={() => share(gameweekOffer(gameweek, picks))}>
      <Share2 aria-hidden />
      Share gameweek
    </Button>
  )

  const paid = predictor.rows.flatMap(({ prediction }) => prediction?.pointsEarned ?? [])
  const showsPoints = cutoff === null && !isSecret && paid.length > 0
  const average = useAverage(showsPoints ? gameweek : null)

  /** While a match is open: the number of picks and the next cutoff. Afterwards: the points so far. */
  function progressOf(pickedText: string) {
    if (cutoff !== null)
      return {
        progress: pickedText,
        next: (
          <>
            Next closes <Whole>{closingText(cutoff, now)}</Whole>
          </>
        ),
      }
    if (!showsPoints) return { progress: pickedText, next: null }
    const points = paid.reduce((sum, each) => sum + each, 0)
    return { progress: counted(points, 'point'), next: average === null ? pickedText : `Average ${average}` }
  }
  return (
    <>
      <GameweekHead
        headingId={headingId}
        gameweeks={gameweeks}
        selected={gameweek}
        isOver={isPlayed}
        isSeasonKnown={data.isSeasonKnown}
        onSelect={choose}
        {...progressOf(`${picked} of ${fixtures.length} picked`)}
      />
      {data.isSeasonOver && (
        <Lead
          icon={Trophy}
          action={
            <Button size="sm" onClick={props.onSeasonEnd}>
              See how it ended
            </Button>
          }
        >
          The season is over.
        </Lead>
      )}
      {after !== null && (
        <Lead
          icon={CalendarCheck}
          action={
            <ButtonLink size="sm" kind="primary" to={data.pathOf(after)} onClick={focusList}>
              Predict Gameweek {after}
            </ButtonLink>
          }
        >
          Gameweek {after} is open.
          {cutoffAfter !== null && (
            <>
              {' '}
              First deadline: <Whole>{closingText(cutoffAfter, now)}</Whole>.
            </>
          )}
        </Lead>
      )}
      {isPlayed && !isSecret ? (
        <Summary key={gameweek}>
          <GameweekSummary gameweek={gameweek} rows={predictor.rows} userId={props.userId} />
        </Summary>
      ) : null}
      <Strip rows={predictor.rows} isCovered={(row) => hidden.isCovered(row.fixture)} idOf={rowId} />
      <QuickPicks key={`quick ${gameweek}`} predictor={predictor} predictions={predictions} />
      {jokers.bar}
      <VisuallyHidden id={hintId}>Type a digit to jump to the next box. Press Enter to save.</VisuallyHidden>
      <div data-predictor ref={list} tabIndex={-1}>
        <KeepsPlace order={JSON.stringify(days.map((day) => [day.heading, ...day.fixtures.map(({ id }) => id)]))}>
          {days.map((day, index) => (
            <Day
              key={day.heading}
              heading={day.heading}
              extra={
                index === 0 ? (
                  <Extra>
                    {shareGameweek}
                    {props.hasSwitch && <HideScoresSwitch hidden={hidden} />}
                  </Extra>
                ) : null
              }
            >
              {day.fixtures.map((fixture) => {
                const row = rows.get(fixture.id)!
                return (
                  <FixtureRow
                    key={fixture.id}
                    row={row}
                    predictor={predictor}
                    now={now}
                    isCovered={hidden.isCovered(fixture)}
                    onReveal={() => hidden.reveal(fixture)}
                    onShare={(pick) => share(oneOffer(pick))}
                    hintId={hintId}
                    places={places}
                    joker={jokers.lineOf?.(fixture)}
                  />
                )
              })}
            </Day>
          ))}
        </KeepsPlace>
      </div>
      <SaveBar predictor={predictor} onGameweek={choose} onHidden={focusList} />
      {dialog}
    </>
  )
}

function Day({ heading, extra, children }: { heading: string; extra: ReactNode; children: ReactNode }) {
  return (
    <>
      <DayHead>
        <h3>{heading}</h3>
        {extra}
      </DayHead>
      <ol>{children}</ol>
    </>
  )
}
