import type { Ref } from 'react'
import type { LeagueType } from '../../../../src/contracts/leagues.ts'
import { Field, Input, TextArea } from '../../ui/Field.tsx'
import { Select } from '../../ui/Select.tsx'

export interface SettingsForm {
  name: string
  description: string
  type: LeagueType
}

interface SettingsFieldsProps {
  form: SettingsForm
  problem: string | null
  nameRef: Ref<HTMLInputElement>
  onChange: (part: Partial<SettingsForm>) => void
}

/** Name, description and who can join: of a new league or one that is there. */
export function SettingsFields({ form, problem, nameRef, onChange }: SettingsFieldsProps) {
  return (
    <>
      <Field label="Name" error={problem}>
        <Input
          ref={nameRef}
          name="name"
          maxLength={60}
          required
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
      <Field label="Who can join">
        <Select
          name="type"
          value={form.type}
          onChange={(event) => onChange({ type: event.target.value as LeagueType })}
        >
          <option value="private">Private: by code only</option>
          <option value="public">Public: listed under Discover</option>
        </Select>
      </Field>
    </>
  )
}
