import { useId } from 'react'
import { css, styled } from 'styled-components'
import { VisuallyHidden } from './VisuallyHidden.tsx'

export const Legend = styled.legend`
  padding: 0 0 6px;
  font-weight: 600;
`

const Segments = styled.div`
  display: inline-flex;
  flex-wrap: wrap;
  gap: 2px;
  padding: 2px;
  max-width: 100%;
  background: var(--surface-2);

  &[data-even] {
    display: flex;

    & > * {
      flex: 1 0 auto;
    }
  }
`

/** For a label whose radio button covers it invisibly. */
export const spreadRadio = css`
  position: relative;

  input[type='radio'] {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
    margin: 0;
    opacity: 0;
    cursor: inherit;
  }
  &:has(:focus-visible) {
    outline: 2px solid var(--focus);
    outline-offset: 2px;
    z-index: 2;
  }
`

const Segment = styled.label`
  ${spreadRadio}
  display: grid;
  place-items: center;
  min-height: 36px;
  padding: 4px 12px;
  font: var(--b3);
  color: var(--muted);
  cursor: pointer;

  &:has(:checked) {
    color: var(--ink);
    background: var(--surface);
    box-shadow: inset 0 -3px 0 var(--ink);
  }
  &:has(:focus-visible) {
    outline-offset: 1px;
  }
  /* Forced colours remove shadows. */
  @media (forced-colors: active) {
    &:has(:checked) {
      border-bottom: 3px solid;
    }
  }
`

interface SegmentedProps<Value extends string> {
  readonly label: string
  /** As a form field: shows the label and fills the width of the form. */
  readonly isField?: boolean
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  readonly value: Value
  onChoose(value: Value): void
}

export function Segmented<Value extends string>({ label, isField, options, value, onChoose }: SegmentedProps<Value>) {
  const name = useId()
  return (
    <fieldset>
      {isField ? <Legend>{label}</Legend> : <VisuallyHidden as="legend">{label}</VisuallyHidden>}
      <Segments data-even={isField || undefined}>
        {options.map((option) => (
          <Segment key={option.value}>
            <input type="radio" name={name} checked={option.value === value} onChange={() => onChoose(option.value)} />
            {option.label}
          </Segment>
        ))}
      </Segments>
    </fieldset>
  )
}
