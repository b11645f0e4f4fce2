import { useId } from 'react'
import { styled } from 'styled-components'
import type { FeedbackCategory } from '../../../../src/contracts/feedback.ts'
import { FieldError } from '../../ui/Field.tsx'
import { ICONS } from './Marks.tsx'
import { CATEGORIES } from './model.ts'

const Legend = styled.legend`
  padding: 0 0 6px;
  font-weight: 600;
`

const Grid = styled.div`
  display: grid;
  gap: 2px;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 8rem), 1fr));

  [data-bad] > & {
    outline: 2px solid var(--danger);
    outline-offset: 2px;
  }
  [data-bad] > & + * {
    padding-top: 8px;
  }
`

const Choice = styled.label`
  position: relative;
  display: flex;
  gap: var(--s2);
  align-items: center;
  min-height: 44px;
  padding: 6px 12px;
  background: var(--surface-2);
  font-weight: 600;
  cursor: pointer;

  svg {
    flex: none;
    width: 18px;
    height: 18px;
  }
  input {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
    margin: 0;
    opacity: 0;
    cursor: inherit;
  }
  &:hover {
    background: var(--line);
  }
  &:has(:checked) {
    background: var(--ink);
    color: var(--surface);
  }
  &:has(:focus-visible) {
    outline: 2px solid var(--focus);
    outline-offset: 2px;
    z-index: 1;
  }
  @media (forced-colors: active) {
    &:has(:checked) {
      border: 3px solid;
    }
  }
`

interface CategoryPickProps {
  category: FeedbackCategory | null
  problem: string | undefined
  onPick: (category: FeedbackCategory) => void
}

/** What kind of feedback it is: four tiles, none of them chosen at first. */
export function CategoryPick({ category, problem, onPick }: CategoryPickProps) {
  const id = useId()
  return (
    <fieldset data-bad={problem ? '' : undefined} aria-describedby={problem ? `${id}-e` : undefined}>
      <Legend>Category</Legend>
      <Grid>
        {CATEGORIES.map(({ value, label }) => {
          const Icon = ICONS[value]
          return (
            <Choice key={value}>
              <input type="radio" name="category" checked={category === value} onChange={() => onPick(value)} />
              <Icon aria-hidden />
              {label}
            </Choice>
          )
        })}
      </Grid>
      {problem && <FieldError id={`${id}-e`}>{problem}</FieldError>}
    </fieldset>
  )
}
