import { styled } from 'styled-components'
import { Field } from '../../ui/Field.tsx'
import { Select } from '../../ui/Select.tsx'
import { type AchievementFilter, RARITIES, rarityOf } from './model.ts'

const Row = styled.search`
  display: grid;
  gap: var(--s3);
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 8rem), 1fr));

  @container page (min-width: 48rem) {
    grid-template-columns: repeat(2, 14rem);
  }
`

interface FiltersProps {
  filter: AchievementFilter
  onFilter: (part: Partial<AchievementFilter>) => void
}

/** Narrows the shelves by state and rarity. */
export function Filters({ filter, onFilter }: FiltersProps) {
  return (
    <Row aria-label="Achievements">
      <Field label="State">
        <Select
          value={filter.state}
          onChange={(event) => onFilter({ state: event.target.value as AchievementFilter['state'] })}
        >
          <option value="all">All</option>
          <option value="unlocked">Unlocked</option>
          <option value="locked">Not yet unlocked</option>
        </Select>
      </Field>
      <Field label="Rarity">
        <Select
          value={filter.rarity}
          onChange={(event) => onFilter({ rarity: event.target.value as AchievementFilter['rarity'] })}
        >
          <option value="all">All</option>
          {RARITIES.map((rarity) => (
            <option key={rarity} value={rarity}>
              {rarityOf(rarity).word}
            </option>
          ))}
        </Select>
      </Field>
    </Row>
  )
}
