import { LEAST_PASSWORD } from '../../../src/contracts/recovery-limits.ts'
import type { PasswordPair, Problems } from '../lib/newPassword.ts'
import { Field, FieldError, Input } from './Field.tsx'

interface NewPasswordProps {
  least: keyof typeof LEAST_PASSWORD
  value: PasswordPair
  problems: Problems
  onChange: (value: PasswordPair) => void
}

/** A new password, twice. */
export function NewPassword({ least, value, problems, onChange }: NewPasswordProps) {
  return (
    <>
      <Field label="New password" hint={`At least ${LEAST_PASSWORD[least]} characters`} error={problems.password}>
        <Input
          type="password"
          autoComplete="new-password"
          maxLength={128}
          value={value.password}
          onChange={(event) => onChange({ ...value, password: event.target.value })}
        />
      </Field>
      <Field label="Confirm password" error={problems.again}>
        <Input
          type="password"
          autoComplete="new-password"
          maxLength={128}
          value={value.again}
          onChange={(event) => onChange({ ...value, again: event.target.value })}
        />
      </Field>
      {problems.all && <FieldError id="all-fields">{problems.all}</FieldError>}
    </>
  )
}
