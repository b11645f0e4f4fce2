import { useId } from 'react'
import { styled } from 'styled-components'
import { VisuallyHidden } from './VisuallyHidden.tsx'

const List = styled.fieldset`
  display: grid;
  gap: 2px;

  label {
    position: relative;
    display: grid;
    grid-template-columns: 24px minmax(0, 1fr) auto;
    gap: 2px var(--s3);
    align-items: center;
    padding: 12px var(--s4);
    background: var(--surface-2);
    cursor: pointer;
  }
  label:hover {
    background: var(--line);
  }
  input {
    width: 20px;
    height: 20px;
    margin: 0;
    accent-color: var(--brand);
  }
  b {
    font: 600 var(--t4) / 1.1 var(--board);
  }
  [data-value] {
    font: var(--b4);
  }
  small {
    grid-column: 2 / -1;
    font-size: var(--t1);
    line-height: 1.35;
    color: var(--muted);
  }
  label:has(:checked) {
    background: var(--surface);
    box-shadow: inset 0 0 0 2px var(--ink);
  }
  label:has(:checked) small {
    color: var(--ink);
  }
  @container page (width < 18rem) {
    [data-value] {
      grid-column: 2 / -1;
    }
  }
`

interface Option<Value> {
  readonly value: Value
  readonly name: string
  readonly figure?: string
  readonly text: string
}

interface OptionsProps<Value> {
  legend: string
  options: readonly Option<Value>[]
  value: Value
  onChoose(value: Value): void
}

/** A choice of one, each option with a sentence. */
export function Options<Value extends string>({ legend, options, value, onChoose }: OptionsProps<Value>) {
  const id = useId()
  return (
    <List>
      <VisuallyHidden as="legend">{legend}</VisuallyHidden>
      {options.map((option, index) => (
        <label key={option.value}>
          <input
            type="radio"
            name={id}
            value={option.value}
            checked={option.value === value}
            aria-labelledby={`${id}-${index}`}
            aria-describedby={`${id}-${index}-text`}
            onChange={() => onChoose(option.value)}
          />
          <b id={`${id}-${index}`}>{option.name}</b>
          {option.figure !== undefined && <span data-value>{option.figure}</span>}
          <small id={`${id}-${index}-text`}>{option.text}</small>
        </label>
      ))}
    </List>
  )
}
