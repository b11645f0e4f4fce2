import { LEAST_PASSWORD } from '../../../src/areas/recovery/constants.ts'
import type { PasswordPair, Problems } from '../lib/newPassword.ts'
import { Field, FieldError, Input } from './Field.tsx'

interface NewPasswordProps {
  least: keyof typeof LEAST_PASSWORD
  value: PasswordPair
  problems: Problems
  onChange: (value: PasswordPair) => void
}

export function NewPassword({ least, value, problems, onChange }: NewPasswordProps) {
  const input = (name: keyof PasswordPair) => (
    <Input
      type="password"
      autoComplete="new-password"
      maxLength={128}
      value={value[name]}
      onChange={(event) => onChange({ ...value, [name]: event.target.value })}
    />
  )
  return (
    <>
      <Field label="New password" hint={`At least ${LEAST_PASSWORD[least]} characters`} error={problems.password}>
        {input('password')}
      </Field>
      <Field label="Confirm password" error={problems.again}>
        {input('again')}
      </Field>
      {problems.all && <FieldError id="all-fields">{problems.all}</FieldError>}
    </>
  )
}
