import type { FormEvent, KeyboardEvent, ReactNode } from 'react'
import type { Fixture, Outcome } from '../../../../src/areas/fixtures/contract.ts'
import { MULTIPLIERS } from '../../../../src/contracts/rules.ts'
import { Crest } from '../../ui/Crest.tsx'
import { type BoxMove, onBoxKey, onBoxText } from './boxKeys.ts'
import { type Draft, RESULT_WORDS, type RowState, type Side, withResult, withScore } from './model.ts'
import { Mid, Multiplier, Plate, ScoreBug } from './scoreBug.ts'
import { Box } from './scoreBugDigits.ts'

interface PickFormProps {
  readonly labelledBy: string
  readonly fixture: Fixture
  /** Text after the multiplier of a club. */
  about?(teamId: number): ReactNode
  /** Id of the hint for the score boxes. */
  readonly describedBy: string
  readonly shown: Draft
  readonly state: RowState
  onChange(draft: Draft): void
  /** A saved box or plate was pressed: same as Update. */
  onTouch(): void
  onEnter(): void
}

/** The score bug as a form. A whole score selects the result; a contradicting result clears the score. */
export function PickForm(props: PickFormProps) {
  const { labelledBy, onEnter } = props
  return (
    <ScoreBug
      aria-labelledby={labelledBy}
      data-state={props.state}
      aria-busy={props.state === 'saving' || undefined}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.target as HTMLInputElement).type === 'radio') onEnter()
      }}
    >
      <ResultPlate {...props} side="home" />
      <ScoreBox {...props} side="home" />
      <Mid data-choice="draw" onClick={props.onTouch}>
        <Radio {...props} result="draw" />
        Draw <Multiplier>{MULTIPLIERS.draw}</Multiplier>
      </Mid>
      <ScoreBox {...props} side="away" />
      <ResultPlate {...props} side="away" />
    </ScoreBug>
  )
}

function Radio({ fixture, shown, result, onChange }: PickFormProps & { result: Outcome }) {
  return (
    <input
      type="radio"
      name={`result-${fixture.id}`}
      value={result}
      checked={shown.result === result}
      onChange={() => onChange(withResult(shown, result))}
    />
  )
}

function ResultPlate(props: PickFormProps & { side: Side }) {
  const { side, fixture } = props
  const team = side === 'home' ? fixture.homeTeam : fixture.awayTeam
  return (
    <Plate data-side={side} data-choice={side} onClick={props.onTouch}>
      <Radio {...props} result={side} />
      <Crest team={team} data-crest />
      <b data-name>{team.shortName}</b>{' '}
      <Multiplier>
        <span data-word>{RESULT_WORDS[side]} </span>
        {MULTIPLIERS[side]}
        {props.about?.(team.id)}
      </Multiplier>
    </Plate>
  )
}

function ScoreBox({ fixture, shown, side, describedBy, onChange, onTouch, onEnter }: PickFormProps & { side: Side }) {
  const team = side === 'home' ? fixture.homeTeam : fixture.awayTeam

  function act(box: HTMLInputElement, move: BoxMove) {
    if (move.draft) onChange(move.draft)
    if (move.focus) moveFocus(box, move.focus)
    if (move.enter) onEnter()
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const move = onBoxKey(event.key, shown, side)
    if (!move) return
    event.preventDefault()
    act(event.currentTarget, move)
  }

  // Clears a full box before input: its maxlength of 1 would reject the new digit.
  function onBeforeInput(event: FormEvent<HTMLInputElement>) {
    const text = (event.nativeEvent as InputEvent).data
    if (text === null) return
    event.preventDefault()
    act(event.currentTarget, onBoxText(text, shown, side))
  }

  return (
    <Box
      type="text"
      inputMode="numeric"
      pattern="[0-9]*"
      maxLength={1}
      autoComplete="off"
      placeholder="–"
      aria-label={`${team.shortName} goals`}
      aria-describedby={describedBy}
      data-box={side}
      value={shown[side]}
      onPointerDown={onTouch}
      onFocus={(event) => event.currentTarget.select()}
      onKeyDown={onKeyDown}
      onBeforeInput={onBeforeInput}
      onChange={(event) => {
        const text = event.currentTarget.value
        if (text === '') onChange(withScore(shown, side, ''))
        else act(event.currentTarget, onBoxText(text, shown, side))
      }}
    />
  )
}

/**
 * Focuses the next or previous box. Skips to another match only if neither has a saved pick: a changed one stays in view
 * until it is saved.
 */
function moveFocus(box: HTMLInputElement, direction: 'next' | 'previous') {
  const row = box.closest('fieldset')
  const list = row?.dataset.state === 'editing' ? row : box.closest('[data-predictor]')
  const boxes = [...(list?.querySelectorAll<HTMLInputElement>('input[data-box]') ?? [])].filter(
    (other) => row?.contains(other) || other.closest('fieldset')?.dataset.state !== 'saved',
  )
  boxes[boxes.indexOf(box) + (direction === 'next' ? 1 : -1)]?.focus()
}
