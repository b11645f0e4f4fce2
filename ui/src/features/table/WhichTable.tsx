import { useId } from 'react'
import { styled } from 'styled-components'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'

const Segments = styled.div`
  display: inline-flex;
  flex-wrap: wrap;
  gap: 2px;
  padding: 2px;
  max-width: 100%;
  background: var(--surface-2);
`

const Segment = styled.label`
  position: relative;
  display: grid;
  place-items: center;
  min-height: 36px;
  padding: 4px 12px;
  font: var(--b3);
  color: var(--muted);
  cursor: pointer;

  input {
    position: absolute;
    inset: 0;
    margin: 0;
    opacity: 0;
    cursor: inherit;
  }
  &:has(:checked) {
    color: var(--ink);
    background: var(--surface);
    box-shadow: inset 0 -3px 0 var(--ink);
  }
  &:has(:focus-visible) {
    outline: 2px solid var(--focus);
    outline-offset: 1px;
  }
  /* Shadows are not painted there. */
  @media (forced-colors: active) {
    &:has(:checked) {
      border-bottom: 3px solid;
    }
  }
`

interface WhichTableProps {
  readonly isSettled: boolean
  onChoose(isSettled: boolean): void
}

/** The table with the matches under way, or without them. */
export function WhichTable({ isSettled, onChoose }: WhichTableProps) {
  const name = useId()
  return (
    <fieldset>
      <VisuallyHidden as="legend">Which table</VisuallyHidden>
      <Segments>
        {[false, true].map((settled) => (
          <Segment key={String(settled)}>
            <input type="radio" name={name} checked={settled === isSettled} onChange={() => onChoose(settled)} />
            {settled ? 'Settled' : 'As it stands'}
          </Segment>
        ))}
      </Segments>
    </fieldset>
  )
}
