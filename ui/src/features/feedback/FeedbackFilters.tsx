import { styled } from 'styled-components'
import { Choice } from '../../ui/Choice.tsx'
import { Check } from '../../ui/Field.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
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
        <Choice
          value={view.status}
          options={[{ value: null, label: 'All' }, ...STATUSES]}
          onChoose={(status) => onView({ status })}
        />
      </Labelled>
      <Labelled>
        Sort by <Choice value={view.sort} options={SORTS} onChoose={(sort) => onView({ sort })} />
      </Labelled>
      <Check checked={view.isMine} onChange={() => onView({ isMine: !view.isMine })}>
        Only mine
      </Check>
    </Line>
  )
}
