import { Check, Lock, Share2, X } from 'lucide-react'
import { Children, type ReactNode } from 'react'
import { styled } from 'styled-components'
import type { Prediction } from '../../../../src/areas/predictions/contract.ts'
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
import { ordinal } from '../../lib/numbers.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button, type ButtonProps } from '../../ui/Button.tsx'
import { PickPlate } from '../../ui/PickPlate.tsx'
import { PointsTag } from '../../ui/PointsTag.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { RowNote } from './RowNote.tsx'

export const FIRST_BOX = 'input[data-box]'

export const rowId = ({ fixture }: Pick<Row, 'fixture'>) => `match-${fixture.id}`

interface FixtureRowProps {
  readonly row: Row
  readonly predictor: Predictor
  readonly now: number
  readonly isCovered: boolean
  onReveal(): void
  onShare(pick: Prediction): void
  readonly hintId: string
  /** Places of the clubs in the league table, by club id. */
  readonly places: ReadonlyMap<number, number>
  /** The joker’s button: beside the receipt of an open match, otherwise a further line. */
  readonly joker?: ReactNode
}

export function FixtureRow(props: FixtureRowProps) {
  const { row, now } = props
  const headingId = `${rowId(row)}-name`
  const { toggle, panel } = useHeadToHeadPanel({ fixture: row.fixture, describedBy: headingId })
  const isSettled = !isForm(row.state) && row.state !== 'locked'
  return (
    <MatchRow
      id={rowId(row)}
      data-state={row.state}
      tabIndex={-1}
      aria-labelledby={headingId}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && hasCancel(row)) cancelEdit(row, props.predictor)
      }}
      onFocus={() => (row.state === 'draft' || row.state === 'editing') && props.predictor.resume(row)}
    >
      <MatchGrid data-settled={isSettled || undefined}>
        <MatchMeta fixture={row.fixture} phase={row.phase} now={now} id={headingId} />
        <RowBug {...props} headingId={headingId} />
        {isSettled ? <SettledAct {...props} /> : <OpenAct {...props} headingId={headingId} />}
        {toggle}
        <RowNote row={row} now={now} />
        {isForm(row.state) ? null : props.joker}
      </MatchGrid>
      {panel}
    </MatchRow>
  )
}

function RowBug({ row, predictor, isCovered, headingId, hintId, places }: FixtureRowProps & { headingId: string }) {
  const { fixture, prediction } = row
  if (isForm(row.state))
    return (
      <PickForm
        labelledBy={headingId}
        describedBy={hintId}
        fixture={fixture}
        about={(teamId) => <Place place={places.get(teamId)} />}
        shown={row.shown}
        state={row.state}
        onChange={(draft) => predictor.change(row, draft)}
        onTouch={() => row.state === 'saved' && predictor.edit(row)}
        onEnter={() => predictor.enter(row)}
      />
    )
  if (row.state === 'locked' && prediction) return <LockedPick prediction={prediction} />
  return <ResultBoard fixture={fixture} isCovered={isCovered} />
}

function Place({ place }: { place: number | undefined }) {
  return (
    place && (
      <span data-place>
        {' · '}
        {ordinal(place)}
        <VisuallyHidden> in the table</VisuallyHidden>
      </span>
    )
  )
}

function OpenAct({ row, predictor, now, headingId, onShare, joker }: FixtureRowProps & { headingId: string }) {
  const acts = (out: ReactNode, ...buttons: ReactNode[]) => (
    <>
      <OutArea data-state={row.state} data-alone={buttons.length === 0 || undefined}>
        {out}
      </OutArea>
      {buttons.length > 0 && <ActArea>{Children.toArray(buttons)}</ActArea>}
    </>
  )
  const save = (word: string, appearance?: Pick<ButtonProps, 'kind' | 'busy'>) => (
    <Button size="sm" {...appearance} aria-describedby={headingId} onClick={() => predictor.submit(row)}>
      {word}
    </Button>
  )
  const cancel = (
    <Button
      size="sm"
      aria-label="Cancel"
      aria-describedby={headingId}
      onClick={() => cancelEdit(row, predictor)}
      data-cancel
    >
      <X size={16} aria-hidden />
      <span data-word>Cancel</span>
    </Button>
  )
  const word = row.prediction ? 'Update' : 'Submit'
  switch (row.state) {
    case 'open':
      return acts(
        <>
          {joker}
          <Receipt data-quiet>No pick yet</Receipt>
        </>,
      )
    case 'draft':
    case 'editing':
      return predictor.isEdited(row)
        ? acts(<DraftBadge row={row} />, save(word, { kind: 'primary' }), hasCancel(row) && cancel)
        : acts(<DraftBadge row={row} />)
    case 'saving':
      return acts(
        <Receipt data-quiet role="status">
          Saving…
        </Receipt>,
        ...(predictor.isEdited(row) ? [save(word, { kind: 'primary', busy: true })] : []),
      )
    case 'failed':
      return acts(<Badge tone="bad">Not saved</Badge>, save('Retry', { kind: 'primary' }), cancel)
    case 'waiting':
      return acts(<Badge tone="draft">Waiting</Badge>, save('Retry'), cancel)
    case 'saved':
      return acts(
        <>
          {joker}
          <Receipt>
            <Check size={16} aria-hidden />
            <span>
              <span data-word>Saved </span>
              {receiptTime(row.prediction?.updatedAt, now)}
            </span>
          </Receipt>
        </>,
        <Button
          size="sm"
          kind="plain"
          aria-describedby={headingId}
          onClick={() => {
            predictor.edit(row)
            focusIn(row, FIRST_BOX)
          }}
        >
          Update
        </Button>,
        <SharePick row={row} onShare={onShare} />,
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

/** Whether the row has Cancel: it edits a saved pick, or its pick was refused or waits for a connection. */
const hasCancel = ({ state, prediction }: Row) =>
  state === 'failed' || state === 'waiting' || (state === 'editing' && prediction !== undefined)

/** Drops what was typed. The focus stays in a score box or plate; from a button, which disappears, it moves to the next. */
function cancelEdit(row: Row, predictor: Predictor) {
  predictor.cancel(row)
  if (!document.activeElement?.closest('fieldset')) focusIn(row, 'button:not([aria-expanded])')
}

/* Hidden in narrow rows, where the gameweek's share button is used instead. */
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

/** Reports an incomplete score without changing the height of the row. */
function DraftBadge({ row }: { row: Row }) {
  if (row.isDirty && problemOf(row.shown) === 'half-score') return <Badge tone="warn">Score missing</Badge>
  return <Badge tone="draft">{row.isDirty ? 'Unsaved' : 'Editing'}</Badge>
}

/** Focuses an element of the row, else its first box. */
function focusIn(row: Row, selector: string) {
  requestAnimationFrame(() => {
    const element = document.getElementById(rowId(row))
    const found = element?.querySelector<HTMLElement>(selector) ?? element?.querySelector<HTMLElement>(FIRST_BOX)
    found?.focus()
  })
}

function receiptTime(updatedAt: string | undefined, now: number): string {
  if (!updatedAt) return ''
  const at = Date.parse(updatedAt)
  return dayKey(at) === dayKey(now) ? clockText(at) : dayAndMonth(at)
}

function SettledAct({ row, isCovered, onReveal }: FixtureRowProps) {
  const { prediction, fixture } = row
  const act = () => {
    if (isCovered)
      return (
        <Button size="sm" aria-label={`Show score of ${matchName(fixture)}`} onClick={onReveal}>
          Show score
        </Button>
      )
    if (!prediction) return <Receipt data-quiet>No pick</Receipt>
    return (
      <>
        <PickLine>
          <span data-label>Your pick</span>
          <PickPlate pick={prediction} />
        </PickLine>
        <Payout prediction={prediction} row={row} />
      </>
    )
  }
  return <ActArea data-settled>{act()}</ActArea>
}

function Payout({ prediction, row: { fixture, state } }: { prediction: Prediction; row: Row }) {
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
