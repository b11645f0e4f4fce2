import { styled } from 'styled-components'
import type { FeedbackSort, FeedbackStatus } from '../../../../src/contracts/feedback.ts'
import { Check } from '../../ui/Field.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { Select } from '../../ui/Select.tsx'
import { CATEGORIES, type FeedbackView, SORTS, STATUSES } from './model.ts'

const Line = styled.search`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--s2) var(--s4);
  padding: 0 var(--s4) var(--s4);
`

const Labelled = styled.label`
  display: flex;
  align-items: center;
  gap: var(--s2);
  font-size: var(--t1);
  color: var(--muted);

  select {
    width: auto;
    min-height: 36px;
    padding-block: 2px;
  }
`

const ALL = 'all'
const CATEGORY_FILTERS = [{ value: ALL, label: 'All' } as const, ...CATEGORIES]

interface FeedbackFiltersProps {
  view: FeedbackView
  onView: (part: Partial<FeedbackView>) => void
}

/** Narrows the list and orders it. */
export function FeedbackFilters({ view, onView }: FeedbackFiltersProps) {
  return (
    <Line aria-label="Community Feedback">
      <Segmented
        label="Category"
        options={CATEGORY_FILTERS}
        value={view.category ?? ALL}
        onChoose={(chosen) => onView({ category: chosen === ALL ? null : chosen })}
      />
      <Labelled>
        Status
        <Select
          value={view.status ?? ALL}
          onChange={({ target: { value } }) => onView({ status: value === ALL ? null : (value as FeedbackStatus) })}
        >
          <option value={ALL}>All</option>
          {STATUSES.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </Labelled>
      <Labelled>
        First
        <Select value={view.sort} onChange={({ target: { value } }) => onView({ sort: value as FeedbackSort })}>
          {SORTS.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </Labelled>
      <Check checked={view.isMine} onChange={() => onView({ isMine: !view.isMine })}>
        Only mine
      </Check>
    </Line>
  )
}
