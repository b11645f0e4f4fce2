import { useRef, useState } from 'react'
import { styled } from 'styled-components'
import type { AdminFixture, Outcome } from '../../../../src/contracts/fixtures.ts'
import { ApiError } from '../../api/http.ts'
import { Field, Input, TextArea } from '../../ui/Field.tsx'
import { refusalOf } from '../../ui/Form.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { Select } from '../../ui/Select.tsx'
import { useAction } from '../../ui/useAction.ts'
import { useRule } from './fixtures-api.ts'
import { callOf, localInput, type Ruling, type RulingForm, type RulingProblems, textsOf } from './rulings.ts'

const Scores = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 7.5rem), 1fr));
  gap: var(--s3);
  align-items: start;

  input {
    min-height: 60px;
    text-align: center;
    font: 600 2rem / 1 var(--board);
  }
`

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone

interface RulingDialogProps {
  fixture: AdminFixture
  ruling: Ruling
  onClose: () => void
}

/** Asks for what a ruling needs, a reason always, and sends it. What the server refuses is said here. */
export function RulingDialog({ fixture, ruling, onClose }: RulingDialogProps) {
  const texts = textsOf(ruling, fixture)
  const rule = useRule()
  const [form, setForm] = useState<RulingForm>({
    homeScore: fixture.homeScore === null ? '' : String(fixture.homeScore),
    awayScore: fixture.awayScore === null ? '' : String(fixture.awayScore),
    kickoff: localInput(fixture.kickoffTime),
    result: fixture.awardedResult ?? 'home',
    reason: '',
  })
  const [problems, setProblems] = useState<RulingProblems>({})
  const [refused, setRefused] = useState<string | null>(null)
  const { isBusy, run } = useAction()

  const element = useRef<HTMLFormElement>(null)

  const type = (part: Partial<RulingForm>) => setForm((now) => ({ ...now, ...part }))

  const send = async () => {
    const { call, problems: found } = callOf(ruling, fixture.id, form)
    setProblems(found ?? {})
    setRefused(null)
    if (!call) {
      element.current?.querySelector<HTMLElement>(`[name="${Object.keys(found)[0]}"]`)?.focus()
      return
    }
    const description = `${fixture.homeTeam.shortName} v ${fixture.awayTeam.shortName}`
    const sent = await run(() => rule(call), { done: { title: texts.done, description } })
    if (sent.isDone) return onClose()
    const { error } = sent
    setRefused((error instanceof ApiError && error.errors[0]?.message) || refusalOf(error))
  }

  const goals = (side: 'homeScore' | 'awayScore', name: string) => (
    <Field label={name} error={problems[side]}>
      <Input
        name={side}
        inputMode="numeric"
        pattern="[0-9]*"
        maxLength={2}
        autoComplete="off"
        value={form[side]}
        onChange={(event) => type({ [side]: event.target.value.replace(/\D/g, '') })}
      />
    </Field>
  )

  return (
    <FormDialog
      title={texts.name}
      description={`${fixture.homeTeam.name} v ${fixture.awayTeam.name}, gameweek ${fixture.gameweek}. ${texts.follows}`}
      action={texts.name}
      isDangerous={texts.isDangerous}
      leave="Close"
      busy={isBusy}
      refused={refused}
      onSend={() => void send()}
      onClose={onClose}
      formRef={element}
    >
      {ruling === 'result' && (
        <Scores>
          {goals('homeScore', fixture.homeTeam.shortName)}
          {goals('awayScore', fixture.awayTeam.shortName)}
        </Scores>
      )}
      {ruling === 'reschedule' && (
        <Field label="New kickoff" hint={`In the time of ${zone}`} error={problems.kickoff}>
          <Input
            name="kickoff"
            type="datetime-local"
            value={form.kickoff}
            onChange={(event) => type({ kickoff: event.target.value })}
          />
        </Field>
      )}
      {ruling === 'award' && (
        <Field label="Awarded as">
          <Select
            name="result"
            value={form.result}
            onChange={(event) => type({ result: event.target.value as Outcome })}
          >
            <option value="home">{fixture.homeTeam.shortName} win</option>
            <option value="draw">Draw</option>
            <option value="away">{fixture.awayTeam.shortName} win</option>
          </Select>
        </Field>
      )}
      <Field label="Reason" hint="Kept in the match's history" error={problems.reason}>
        <TextArea
          name="reason"
          maxLength={500}
          rows={3}
          value={form.reason}
          onChange={(event) => type({ reason: event.target.value })}
        />
      </Field>
    </FormDialog>
  )
}
