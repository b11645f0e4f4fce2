import { styled } from 'styled-components'
import { Choice } from '../../ui/Choice.tsx'
import { Field, Input } from '../../ui/Field.tsx'
import { refusalOf } from '../../ui/Form.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { useNameForm } from '../../ui/useNameForm.tsx'
import { useSend } from '../../ui/useSend.ts'

const Two = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 7.5rem), 1fr));
  gap: var(--s3);

  input[type='color'] {
    padding: 4px;
    cursor: pointer;
  }
`

/** Allowed team sizes (docs/rules.md R33). */
const SIZES = [3, 5, 8, 10].map((size) => ({ value: size, label: `${size} members` }))
const BLANK = { name: '', description: '', maxMembers: 5, teamColor: '#3b82f6' }

export function CreateTeamDialog({ leagueId, onClose }: { leagueId: number; onClose: () => void }) {
  const { form, change, check, fields } = useNameForm('team', 'Team name', BLANK)
  const { send } = useSend('leagues')

  const create = async () => {
    const body = check()
    if (!body) return null
    const sent = await send(`/api/leagues/${leagueId}/teams`, {
      body,
      done: { title: 'Team created successfully', description: body.name },
      failed: 'Failed to create team',
    })
    return sent.isDone ? onClose() : refusalOf(sent.error)
  }

  return (
    <FormDialog
      title="Create Team"
      description="You’ll be captain. One team per player in each league."
      action="Create Team"
      onSend={create}
      onClose={onClose}
    >
      {fields}
      <Two>
        <Field label="Max members">
          <Choice
            name="maxMembers"
            value={form.maxMembers}
            options={SIZES}
            onChoose={(maxMembers) => change({ maxMembers })}
          />
        </Field>
        <Field label="Team colour">
          <Input
            type="color"
            name="teamColor"
            value={form.teamColor}
            onChange={(event) => change({ teamColor: event.target.value })}
          />
        </Field>
      </Two>
    </FormDialog>
  )
}
