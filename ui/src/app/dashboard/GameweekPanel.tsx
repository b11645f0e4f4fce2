import { type ReactNode, useId, useRef } from 'react'
import { styled } from 'styled-components'
import type { Fixture } from '../../../../src/contracts/fixtures.ts'
import type { Prediction } from '../../../../src/contracts/predictions.ts'
import { GameweekHead } from '../../features/fixtures/GameweekHead.tsx'
import { type Gameweeks, groupByDay, nextCutoff, phaseOf } from '../../features/fixtures/model.ts'
import { clockText, DAY, dayKey, shortWhen, weekdayWhen } from '../../features/fixtures/time.ts'
import { SaveBar } from '../../features/predictions/SaveBar.tsx'
import { Strip } from '../../features/predictions/Strip.tsx'
import { usePredictor } from '../../features/predictions/usePredictor.ts'
import { Whole } from '../../ui/layout.ts'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { FixtureRow, rowId } from './FixtureRow.tsx'
import { HideScoresSwitch } from './HideScoresSwitch.tsx'
import type { HiddenScores } from './useHiddenScores.ts'

const DayHead = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  flex-wrap: wrap;
  gap: var(--s1) var(--s2);
  min-height: 36px;
  padding: 8px 12px 0;
  background: var(--surface);

  & h3 {
    font: var(--b3);
    color: var(--muted);
  }
  ol + & {
    border-top: 1px solid var(--line);
  }
  @container page (min-width: 37.5rem) {
    padding-inline: 16px;
  }
`

interface GameweekPanelProps {
  readonly headingId: string
  readonly userId: number
  readonly gameweeks: Gameweeks
  readonly gameweek: number
  readonly fixtures: readonly Fixture[]
  /** The season's, as far as it is known. */
  readonly season: readonly Fixture[]
  readonly predictions: readonly Prediction[]
  readonly now: number
  readonly hidden: HiddenScores
  onSelect(gameweek: number): void
}

/** A whole gameweek on one screen: the strip, its matches under their days, and the bar that saves them all. */
export function GameweekPanel(props: GameweekPanelProps) {
  const { gameweek, gameweeks, fixtures, predictions, now, hidden, headingId, onSelect } = props
  const hintId = useId()
  const list = useRef<HTMLDivElement>(null)
  const predictor = usePredictor({
    userId: props.userId,
    fixtures,
    season: props.season,
    phaseOf: (fixture) => phaseOf(fixture, now),
    predictions,
  })
  const rows = new Map(predictor.rows.map((row) => [row.fixture.id, row]))
  const picked = predictor.rows.filter((row) => row.prediction !== undefined).length
  const cutoff = nextCutoff(fixtures, now)
  const days = groupByDay(fixtures)

  /** While something is open, how far the player is and what closes next; afterwards what the gameweek has paid so far. */
  function progressOf(pickedText: string) {
    if (cutoff !== null)
      return {
        progress: pickedText,
        next: (
          <>
            Next closes <Whole>{cutoffText(cutoff, now)}</Whole>
          </>
        ),
      }
    const isSecret = fixtures.some((fixture) => hidden.isCovered(fixture))
    const paid = predictor.rows.flatMap(({ prediction }) => prediction?.pointsEarned ?? [])
    if (isSecret || paid.length === 0) return { progress: pickedText, next: null }
    const points = paid.reduce((sum, each) => sum + each, 0)
    return { progress: points === 1 ? '1 point' : `${points} points`, next: pickedText }
  }
  return (
    <>
      <GameweekHead
        headingId={headingId}
        gameweeks={gameweeks}
        selected={gameweek}
        onSelect={onSelect}
        {...progressOf(`${picked} of ${fixtures.length} picked`)}
      />
      <Strip rows={predictor.rows} isCovered={(row) => hidden.isCovered(row.fixture)} idOf={rowId} />
      <VisuallyHidden id={hintId}>A digit moves on to the next box. Enter saves.</VisuallyHidden>
      <div data-predictor ref={list} tabIndex={-1}>
        {days.map((day, index) => (
          <Day key={day.key} heading={day.heading} extra={index === 0 ? <HideScoresSwitch hidden={hidden} /> : null}>
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
                  hintId={hintId}
                />
              )
            })}
          </Day>
        ))}
      </div>
      <SaveBar
        predictor={predictor}
        onGameweek={onSelect}
        onGone={() => list.current?.focus({ preventScroll: true })}
      />
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

/** Today's cutoff by its time alone, one within the week with its weekday, a later one with its date. */
function cutoffText(cutoff: number, now: number): string {
  if (dayKey(cutoff) === dayKey(now)) return clockText(cutoff)
  return cutoff - now < 6 * DAY ? weekdayWhen(cutoff) : shortWhen(cutoff)
}
