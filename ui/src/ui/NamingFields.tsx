import type { Ref } from 'react'
import { Field, Input, TextArea } from './Field.tsx'

export interface Naming {
  name: string
  description: string
}

interface NamingFieldsProps {
  /** What the name is called. */
  label: string
  form: Naming
  problem: string | null
  nameRef: Ref<HTMLInputElement>
  onChange: (part: Partial<Naming>) => void
}

/** The name of what players found, a league or a team, and what they say of it. */
export function NamingFields({ label, form, problem, nameRef, onChange }: NamingFieldsProps) {
  return (
    <>
      <Field label={label} error={problem}>
        <Input
          ref={nameRef}
          name="name"
          required
          maxLength={60}
          autoComplete="off"
          value={form.name}
          onChange={(event) => onChange({ name: event.target.value })}
        />
      </Field>
      <Field label="Description" hint="Optional">
        <TextArea
          name="description"
          rows={2}
          maxLength={500}
          value={form.description}
          onChange={(event) => onChange({ description: event.target.value })}
        />
      </Field>
    </>
  )
}
