import { Field, Input } from '../../ui/Field.tsx'

interface CurrentPasswordProps {
  readonly value: string
  /** Reason for the prompt. */
  readonly hint?: string
  readonly error?: string | undefined
  onChange(password: string): void
}

export function CurrentPassword({ value, hint, error, onChange }: CurrentPasswordProps) {
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
