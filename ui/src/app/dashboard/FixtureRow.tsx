import { Check, Lock, Share2, X } from 'lucide-react'
import { styled } from 'styled-components'
import type { Prediction } from '../../../../src/contracts/predictions.ts'
import { ActArea, MatchGrid, MatchRow, OutArea } from '../../features/fixtures/frame.ts'
import { useHeadToHeadPanel } from '../../features/fixtures/HeadToHead.tsx'
import { MatchMeta } from '../../features/fixtures/MatchMeta.tsx'
import { matchName } from '../../features/fixtures/model.ts'
import { clockText, dayAndMonth, dayKey } from '../../features/fixtures/time.ts'
import { isForm, pickText, problemOf } from '../../features/predictions/model.ts'
import { PickForm } from '../../features/predictions/PickForm.tsx'
import { LockedPick, ResultBoard } from '../../features/predictions/PickResult.tsx'
import { PickLine, Receipt } from '../../features/predictions/pickLine.ts'
import type { Predictor, Row } from '../../features/predictions/usePredictor.ts'
import { pointsFor } from '../../features/predictions/verdict.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Crest } from '../../ui/Crest.tsx'
import { PickPlate } from '../../ui/PickPlate.tsx'
import { PointsTag } from '../../ui/PointsTag.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { RowNote } from './RowNote.tsx'

export const rowId = (row: Row) => `match-${row.fixture.id}`

interface FixtureRowProps {
  readonly row: Row
  readonly predictor: Predictor
  readonly now: number
  /** Its score is hidden until the player asks for it. */
  readonly isCovered: boolean
  onReveal(): void
  /** Shares its pick. */
  onShare(pick: Prediction): void
  readonly hintId: string
}

/** One match of the gameweek: the form that is filled in is the row that later pays. */
export function FixtureRow(props: FixtureRowProps) {
  const { row, now } = props
  const headingId = `${rowId(row)}-name`
  const { toggle, panel } = useHeadToHeadPanel({ fixture: row.fixture, describedBy: headingId })
  const isSettled = !isForm(row.state) && row.state !== 'locked'
  return (
    <MatchRow id={rowId(row)} data-state={row.state} tabIndex={-1} aria-labelledby={headingId}>
      <MatchGrid data-settled={isSettled || undefined}>
        <MatchMeta fixture={row.fixture} phase={row.phase} now={now} id={headingId} />
        <RowBug {...props} headingId={headingId} />
        {isSettled ? <SettledAct {...props} /> : <OpenAct {...props} headingId={headingId} />}
        {toggle}
        <RowNote row={row} now={now} />
      </MatchGrid>
      {panel}
    </MatchRow>
  )
}

function RowBug({ row, predictor, isCovered, headingId, hintId }: FixtureRowProps & { headingId: string }) {
  const { fixture, prediction } = row
  const renderCrest = (side: 'home' | 'away') => (
    <Crest team={side === 'home' ? fixture.homeTeam : fixture.awayTeam} data-crest />
  )
  if (isForm(row.state))
    return (
      <PickForm
        labelledBy={headingId}
        describedBy={hintId}
        fixture={fixture}
        shown={row.shown}
        state={row.state}
        renderCrest={renderCrest}
        onChange={(draft) => predictor.change(row, draft)}
        onTouch={() => row.state === 'saved' && predictor.edit(row)}
        onEnter={() => predictor.enter(row)}
      />
    )
  if (row.state === 'locked' && prediction)
    return <LockedPick fixture={fixture} prediction={prediction} renderCrest={renderCrest} />
  return <ResultBoard fixture={fixture} renderCrest={renderCrest} isCovered={isCovered} />
}

function OpenAct({ row, predictor, now, headingId, onShare }: FixtureRowProps & { headingId: string }) {
  const submit = () => predictor.submit(row)
  switch (row.state) {
    case 'open':
      return (
        <>
          <OutArea>
            <Receipt data-quiet>No pick yet</Receipt>
          </OutArea>
          <ActArea>
            <Button size="sm" aria-describedby={headingId} onClick={submit}>
              Submit
            </Button>
          </ActArea>
        </>
      )
    case 'draft':
    case 'editing':
      return (
        <>
          <OutArea data-state={row.state}>
            <DraftBadge row={row} />
          </OutArea>
          <ActArea>
            <Button size="sm" kind="primary" aria-describedby={headingId} onClick={submit}>
              {row.prediction ? 'Update' : 'Submit'}
            </Button>
            {row.prediction ? <Cancel row={row} predictor={predictor} headingId={headingId} /> : null}
          </ActArea>
        </>
      )
    case 'saving':
      return (
        <>
          <OutArea>
            <Receipt data-quiet role="status">
              Saving…
            </Receipt>
          </OutArea>
          <ActArea>
            <Button size="sm" kind="primary" busy aria-describedby={headingId}>
              {row.prediction ? 'Update' : 'Submit'}
            </Button>
          </ActArea>
        </>
      )
    case 'failed':
      return (
        <>
          <OutArea>
            <Badge tone="bad">Not saved</Badge>
          </OutArea>
          <ActArea>
            <Button size="sm" kind="primary" aria-describedby={headingId} onClick={submit}>
              Retry
            </Button>
            <Cancel row={row} predictor={predictor} headingId={headingId} />
          </ActArea>
        </>
      )
    case 'saved':
      return (
        <>
          <OutArea>
            <Receipt>
              <Check size={16} aria-hidden />
              <span>
                <span data-word>Saved </span>
                {receiptTime(row.prediction?.updatedAt, now)}
              </span>
            </Receipt>
          </OutArea>
          <ActArea>
            <Button
              size="sm"
              kind="plain"
              aria-describedby={headingId}
              onClick={() => {
                predictor.edit(row)
                focusIn(row, 'input[data-box]')
              }}
            >
              Update
            </Button>
            <SharePick row={row} onShare={onShare} />
          </ActArea>
        </>
      )
    default:
      return (
        <OutArea data-alone>
          <Receipt data-quiet>
            <Lock size={16} aria-hidden />
            <span>
              Your pick, locked
              {row.prediction ? <VisuallyHidden>: {pickText(row.prediction)}</VisuallyHidden> : null}
            </span>
          </Receipt>
          <SharePick row={row} onShare={onShare} />
        </OutArea>
      )
  }
}

/* A narrow row has no room for it; there a pick is shared from the whole gameweek. */
const WhereWide = styled.span`
  display: none;

  @container fx (min-width: 32.5rem) {
    display: contents;
  }
`

function SharePick({ row, onShare }: Pick<FixtureRowProps, 'row' | 'onShare'>) {
  const { prediction, fixture } = row
  if (!prediction) return null
  return (
    <WhereWide>
      <Button
        icon
        size="sm"
        kind="plain"
        aria-label={`Share ${matchName(fixture)}`}
        onClick={() => onShare(prediction)}
      >
        <Share2 aria-hidden />
      </Button>
    </WhereWide>
  )
}

/** A half-typed score says so without moving the row. */
function DraftBadge({ row }: { row: Row }) {
  if (row.isDirty && problemOf(row.shown) === 'half-score') return <Badge tone="warn">Score missing</Badge>
  return <Badge tone="draft">{row.isDirty ? 'Unsaved' : 'Editing'}</Badge>
}

function Cancel({ row, predictor, headingId }: Pick<FixtureRowProps, 'row' | 'predictor'> & { headingId: string }) {
  return (
    <Button
      size="sm"
      aria-label="Cancel"
      aria-describedby={headingId}
      onClick={() => {
        predictor.cancel(row)
        focusIn(row, 'button:not([aria-expanded])')
      }}
      data-cancel
    >
      <X size={16} aria-hidden />
      <span data-word>Cancel</span>
    </Button>
  )
}

/** Keeps the focus in the row when what had it goes away. */
function focusIn(row: Row, selector: string) {
  requestAnimationFrame(() => document.getElementById(rowId(row))?.querySelector<HTMLElement>(selector)?.focus())
}

/** The time of today's receipt, the date of an older one. */
function receiptTime(updatedAt: string | undefined, now: number): string {
  if (!updatedAt) return ''
  const at = Date.parse(updatedAt)
  return dayKey(at) === dayKey(now) ? clockText(at) : dayAndMonth(at)
}

function SettledAct({ row, isCovered, onReveal }: FixtureRowProps) {
  const { prediction, fixture } = row
  if (isCovered)
    return (
      <ActArea data-settled>
        <Button size="sm" aria-label={`Show score of ${matchName(fixture)}`} onClick={onReveal}>
          Show score
        </Button>
      </ActArea>
    )
  if (!prediction)
    return (
      <ActArea data-settled>
        <Receipt data-quiet>No pick</Receipt>
      </ActArea>
    )
  return (
    <ActArea data-settled>
      <PickLine>
        <span data-label>Your pick</span>
        <PickPlate pick={prediction} />
      </PickLine>
      <Payout row={row} />
    </ActArea>
  )
}

function Payout({ row }: { row: Row }) {
  const { prediction, fixture, state } = row
  if (!prediction) return null
  switch (state) {
    case 'exact':
    case 'correct':
    case 'wrong':
      return <PointsTag points={prediction.pointsEarned ?? pointsFor(prediction, fixture) ?? 0} verdict={state} />
    case 'live': {
      const points = pointsFor(prediction, fixture)
      return points === null ? <small>In play</small> : <PointsTag points={points} verdict="live" />
    }
    case 'cancelled':
      return <small>No points</small>
    case 'postponed':
      return <small>Kept</small>
    default:
      return <small>Pending</small>
  }
}
