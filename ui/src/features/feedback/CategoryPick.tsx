import { useId } from 'react'
import { styled } from 'styled-components'
import type { FeedbackCategory } from '../../../../src/areas/feedback/contract.ts'
import { FieldError } from '../../ui/Field.tsx'
import { Legend, spreadRadio } from '../../ui/Segmented.tsx'
import { ICONS } from './Marks.tsx'
import { CATEGORIES } from './model.ts'

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
  ${spreadRadio}
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
  &:hover {
    background: var(--line);
  }
  &:has(:checked) {
    background: var(--ink);
    color: var(--surface);
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
