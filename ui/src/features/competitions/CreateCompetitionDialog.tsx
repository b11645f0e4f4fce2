import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import { styled } from 'styled-components'
import type { Competition, CompetitionType } from '../../../../src/areas/competitions/contract.ts'
import { ApiError } from '../../api/http.ts'
import { Choice } from '../../ui/Choice.tsx'
import { Field, Input, TextArea } from '../../ui/Field.tsx'
import { refusalOf } from '../../ui/Form.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { useSend } from '../../ui/useSend.ts'
import { creationOf, type FormProblems, type NewCompetition, refusedFields, runsOverDays, TYPES } from './model.ts'

const Pair = styled.div`
  display: grid;
  gap: var(--s4);
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 9.375rem), 1fr));
  align-items: start;
`

const BLANK: NewCompetition = {
  name: '',
  description: '',
  type: 'weekly',
  firstGameweek: '',
  lastGameweek: '',
  firstDay: '',
  lastDay: '',
  prizePool: '100',
  maxParticipants: '',
}

/** Placeholder of the last gameweek when it is empty. */
const OPEN_END: Partial<Record<CompetitionType, string>> = {
  cup: 'Optional: as many as it takes',
  knockout: 'Optional: the end of the season',
}

interface CreateCompetitionDialogProps {
  onClose: () => void
  onCreated: (competition: Competition) => void
}

export function CreateCompetitionDialog({ onClose, onCreated }: CreateCompetitionDialogProps) {
  const { send } = useSend('competitions')
  const [form, setForm] = useState(BLANK)
  const [problems, setProblems] = useState<FormProblems>({})
  const element = useRef<HTMLFormElement>(null)

  // Runs after the fields are marked: the first invalid one takes the focus.
  useEffect(() => {
    if (Object.keys(problems).length > 0) element.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [problems])

  const create = async () => {
    const { body, problems: found } = creationOf(form)
    if (!body) return setProblems(found)
    setProblems({})
    const sent = await send<Competition>('/api/competitions', {
      body,
      done: ({ name }) => ({ title: 'Competition created successfully', description: name }),
    })
    if (sent.isDone) return onCreated(sent.answer)
    const fields = sent.error instanceof ApiError ? refusedFields(sent.error.errors, form) : null
    if (!fields) return refusalOf(sent.error)
    setProblems(fields)
  }

  const bind = (name: keyof NewCompetition) => ({
    name,
    value: form[name],
    autoComplete: 'off',
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      setForm((now) => ({ ...now, [name]: event.target.value })),
  })

  return (
    <FormDialog
      title="Create Competition"
      description="Anyone can join. The top three share the prize pool: 50, 30 and 20 percent."
      action="Create Competition"
      onSend={create}
      onClose={onClose}
      formRef={element}
    >
      <Field label="Name" error={problems.name}>
        <Input {...bind('name')} maxLength={80} required />
      </Field>
      <Field label="Description" hint="Optional" error={problems.description}>
        <TextArea {...bind('description')} rows={2} maxLength={500} />
      </Field>
      <Field label="Type" error={problems.type}>
        <Choice
          name="type"
          value={form.type}
          options={TYPES}
          onChoose={(type) => setForm((now) => ({ ...now, type }))}
        />
      </Field>
      {runsOverDays(form.type) ? (
        <Pair>
          <Field label="First day" error={problems.firstDay}>
            <Input {...bind('firstDay')} type="date" required />
          </Field>
          <Field label="Last day" error={problems.lastDay}>
            <Input {...bind('lastDay')} type="date" required />
          </Field>
        </Pair>
      ) : (
        <Pair>
          <Field label={form.type === 'weekly' ? 'Gameweek' : 'First gameweek'} error={problems.firstGameweek}>
            <Input {...bind('firstGameweek')} inputMode="numeric" required />
          </Field>
          {form.type !== 'weekly' && (
            <Field label="Last gameweek" hint={OPEN_END[form.type]} error={problems.lastGameweek}>
              <Input {...bind('lastGameweek')} inputMode="numeric" />
            </Field>
          )}
        </Pair>
      )}
      <Pair>
        <Field label="Prize pool" hint="In points" error={problems.prizePool}>
          <Input {...bind('prizePool')} inputMode="numeric" required />
        </Field>
        <Field
          label="Maximum players"
          hint={form.type === 'cup' ? 'Optional: at most 128' : 'Optional: no limit'}
          error={problems.maxParticipants}
        >
          <Input {...bind('maxParticipants')} inputMode="numeric" />
        </Field>
      </Pair>
    </FormDialog>
  )
}
