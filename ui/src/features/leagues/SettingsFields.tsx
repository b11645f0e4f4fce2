import type { Ref } from 'react'
import type { LeagueType } from '../../../../src/contracts/leagues.ts'
import { Field } from '../../ui/Field.tsx'
import { type Naming, NamingFields } from '../../ui/NamingFields.tsx'
import { Select } from '../../ui/Select.tsx'

export interface SettingsForm extends Naming {
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
      <NamingFields label="Name" form={form} problem={problem} nameRef={nameRef} onChange={onChange} />
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
