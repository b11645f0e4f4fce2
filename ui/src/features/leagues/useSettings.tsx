import type { LeagueType } from '../../../../src/areas/leagues/contract.ts'
import { Choice } from '../../ui/Choice.tsx'
import { Field } from '../../ui/Field.tsx'
import { useNameForm } from '../../ui/useNameForm.tsx'

const TYPES: readonly { value: LeagueType; label: string }[] = [
  { value: 'private', label: 'Private: by code only' },
  { value: 'public', label: 'Public: listed under Discover' },
]

export function useSettings(initial: { name: string; description: string; type: LeagueType }) {
  const { form, change, check, fields } = useNameForm('league', 'Name', initial)
  return {
    check,
    fields: (
      <>
        {fields}
        <Field label="Who can join">
          <Choice name="type" value={form.type} options={TYPES} onChoose={(type) => change({ type })} />
        </Field>
      </>
    ),
  }
}
