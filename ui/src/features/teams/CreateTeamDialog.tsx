import { useRef, useState } from 'react'
import { styled } from 'styled-components'
import { Field, Input } from '../../ui/Field.tsx'
import { refusalOf } from '../../ui/Form.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { NamingFields } from '../../ui/NamingFields.tsx'
import { Select } from '../../ui/Select.tsx'
import { useAction } from '../../ui/useAction.ts'
import { useCreateTeam } from './api.ts'
import { DEFAULT_COLOUR, DEFAULT_SIZE, SIZES, teamOf } from './model.ts'

const Two = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 7.5rem), 1fr));
  gap: var(--s3);

  input[type='color'] {
    padding: 4px;
    cursor: pointer;
  }
`

/** Asks for a team's name, description, size and colour. */
export function CreateTeamDialog({ leagueId, onClose }: { leagueId: number; onClose: () => void }) {
  const create = useCreateTeam(leagueId)
  const [form, setForm] = useState({
    name: '',
    description: '',
    maxMembers: DEFAULT_SIZE as number,
    teamColor: DEFAULT_COLOUR,
  })
  const [problem, setProblem] = useState<string | null>(null)
  const [refused, setRefused] = useState<string | null>(null)
  const { isBusy, run } = useAction()
  const name = useRef<HTMLInputElement>(null)
  const type = (part: Partial<typeof form>) => setForm((now) => ({ ...now, ...part }))

  const send = async () => {
    const { team, problem: found } = teamOf(form)
    setProblem(found ?? null)
    setRefused(null)
    if (!team) return name.current?.focus()
    const sent = await run(() => create(team), {
      done: { title: 'Team created successfully', description: team.name },
      failed: 'Failed to create team',
    })
    if (sent.isDone) onClose()
    else setRefused(refusalOf(sent.error))
  }

  return (
    <FormDialog
      title="Create Team"
      description="You are its captain. One team each in a league."
      action="Create Team"
      busy={isBusy}
      refused={refused}
      onSend={() => void send()}
      onClose={onClose}
    >
      <NamingFields label="Team name" form={form} problem={problem} nameRef={name} onChange={type} />
      <Two>
        <Field label="Max members">
          <Select
            name="maxMembers"
            value={form.maxMembers}
            onChange={(event) => type({ maxMembers: Number(event.target.value) })}
          >
            {SIZES.map((size) => (
              <option key={size} value={size}>
                {size} members
              </option>
            ))}
          </Select>
        </Field>
        <Field label="Team colour">
          <Input
            type="color"
            name="teamColor"
            value={form.teamColor}
            onChange={(event) => type({ teamColor: event.target.value })}
          />
        </Field>
      </Two>
    </FormDialog>
  )
}
