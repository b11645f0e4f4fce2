import { styled } from 'styled-components'
import { Choice } from '../../ui/Choice.tsx'
import { Field } from '../../ui/Field.tsx'
import { type AchievementFilter, RARITIES, rarityOf } from './model.ts'

const Row = styled.search`
  display: grid;
  gap: var(--s3);
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 8rem), 1fr));

  @container page (min-width: 48rem) {
    grid-template-columns: repeat(2, 14rem);
  }
`

const STATES: readonly { value: AchievementFilter['state']; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'unlocked', label: 'Unlocked' },
  { value: 'locked', label: 'Not yet unlocked' },
]

interface FiltersProps {
  filter: AchievementFilter
  onFilter: (part: Partial<AchievementFilter>) => void
}

export function Filters({ filter, onFilter }: FiltersProps) {
  return (
    <Row aria-label="Achievements">
      <Field label="State">
        <Choice value={filter.state} options={STATES} onChoose={(state) => onFilter({ state })} />
      </Field>
      <Field label="Rarity">
        <Choice
          value={filter.rarity}
          options={[
            { value: 'all', label: 'All' },
            ...RARITIES.map((rarity) => ({ value: rarity, label: rarityOf(rarity).word })),
          ]}
          onChoose={(rarity) => onFilter({ rarity })}
        />
      </Field>
    </Row>
  )
}
