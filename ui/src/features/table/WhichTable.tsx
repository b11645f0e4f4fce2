import { Segmented } from '../../ui/Segmented.tsx'

const TABLES = [
  { value: 'live', label: 'As it stands' },
  { value: 'settled', label: 'Settled' },
] as const

interface WhichTableProps {
  readonly isSettled: boolean
  onChoose(isSettled: boolean): void
}

/** The table with the matches under way, or without them. */
export function WhichTable({ isSettled, onChoose }: WhichTableProps) {
  return (
    <Segmented
      label="Which table"
      options={TABLES}
      value={isSettled ? 'settled' : 'live'}
      onChoose={(chosen) => onChoose(chosen === 'settled')}
    />
  )
}
