import { Field, Input } from '../../ui/Field.tsx'

interface PresentPasswordProps {
  readonly value: string
  /** Reason for the prompt. */
  readonly hint?: string
  readonly error?: string | undefined
  onChange(password: string): void
}

export function PresentPassword({ value, hint, error, onChange }: PresentPasswordProps) {
  return (
    <Field label="Current password" hint={hint} error={error}>
      <Input
        name="currentPassword"
        type="password"
        autoComplete="current-password"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  )
}
