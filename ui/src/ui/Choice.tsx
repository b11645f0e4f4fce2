import type { ComponentProps } from 'react'
import { Select } from './Select.tsx'

interface ChoiceProps<Value> extends Omit<ComponentProps<'select'>, 'value' | 'onChange' | 'children'> {
  value: Value
  options: readonly { readonly value: Value; readonly label: string }[]
  onChoose: (value: Value) => void
}

export function Choice<Value extends string | number | null>({
  value,
  options,
  onChoose,
  ...props
}: ChoiceProps<Value>) {
  return (
    <Select {...props} value={value ?? ''} onChange={({ target }) => onChoose(options[target.selectedIndex]!.value)}>
      {options.map((option) => (
        <option key={option.value} value={option.value ?? ''}>
          {option.label}
        </option>
      ))}
    </Select>
  )
}

/** Options for the gameweeks 1 to `last`, latest first. */
export const gameweeksTo = (last: number, label = 'Gameweek') =>
  Array.from({ length: last }, (_, index) => ({ value: last - index, label: `${label} ${last - index}` }))
