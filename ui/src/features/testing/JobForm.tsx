import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react'
import { styled } from 'styled-components'
import type { TestRunKind } from '../../../../src/areas/testing/contract.ts'
import { Button } from '../../ui/Button.tsx'
import { Field, Input } from '../../ui/Field.tsx'
import { Small, Spread } from '../../ui/layout.ts'
import { PanelBox } from '../../ui/Panel.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import type { Testing } from './api.ts'
import { commandOf, FIELDS, type Field as FieldName, numberIn, problemOf, rangeOf } from './model.ts'

const Box = styled.form`
  display: grid;
  gap: var(--s3);
  padding: var(--s4);
  grid-template-columns: minmax(0, 1fr);

  & + & {
    border-top: 1px solid var(--line);
  }
  h3 {
    font-size: var(--t3);
  }
  [type='submit'] {
    margin-left: auto;
  }
`

const Fields = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 5.5rem), 1fr));
  gap: var(--s3);
  align-items: start;
`

export const Command = styled.code`
  min-width: 0;
  font-size: var(--t1);
  color: var(--muted);
  overflow-wrap: anywhere;
`

export function Jobs({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <PanelBox aria-labelledby={id}>
      <VisuallyHidden as="h2" id={id}>
        {title}
      </VisuallyHidden>
      {children}
    </PanelBox>
  )
}

interface JobFormProps {
  kind: TestRunKind
  title: string
  children: ReactNode
  fields: readonly FieldName[]
  /** Initial values other than the default. */
  initial?: Partial<Readonly<Record<FieldName, number>>>
  onValue?: (field: FieldName, value: number | null) => void
  note?: ReactNode
  action: string
  isPrimary?: boolean
  testing: Testing
}

export function JobForm({
  kind,
  title,
  children,
  fields,
  initial = {},
  onValue,
  note,
  action,
  isPrimary,
  testing,
}: JobFormProps) {
  const id = useId()
  const box = useRef<HTMLFormElement>(null)
  const [typed, type] = useState<Partial<Record<FieldName, string>>>({})
  const [isSubmitted, setSubmitted] = useState(false)
  const textOf = (field: FieldName): string => typed[field] ?? String(initial[field] ?? FIELDS[field].usual)
  const wrong = fields.find((field) => problemOf(field, textOf(field)) !== null)

  const setField = (field: FieldName, text: string) => {
    type((now) => ({ ...now, [field]: text }))
    onValue?.(field, numberIn(field, text))
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (wrong) box.current?.querySelector<HTMLElement>(`[name=${wrong}]`)?.focus()
    else {
      // Keeps the sent values, even if the current gameweek has changed when the run ends.
      for (const field of fields) setField(field, textOf(field))
      const numbers = fields.map((field) => [field, numberIn(field, textOf(field))])
      void testing.order({ kind, ...Object.fromEntries(numbers) })
    }
  }
  const isBusy = testing.busy === kind
  return (
    <Box noValidate ref={box} aria-labelledby={id} onSubmit={send}>
      <div>
        <h3 id={id}>{title}</h3>
        <Small as="p">{children}</Small>
      </div>
      <Fields>
        {fields.map((field) => (
          <Field
            key={field}
            label={FIELDS[field].label}
            hint={field === 'seed' ? undefined : rangeOf(field)}
            error={isSubmitted ? problemOf(field, textOf(field)) : null}
          >
            <Input
              name={field}
              inputMode="numeric"
              autoComplete="off"
              value={textOf(field)}
              onChange={(event) => setField(field, event.target.value)}
            />
          </Field>
        ))}
      </Fields>
      {note}
      <Spread>
        <Command>{commandOf(kind, fields, textOf)}</Command>
        <Button
          type="submit"
          kind={isPrimary ? 'primary' : 'neutral'}
          busy={isBusy}
          aria-disabled={(testing.isBlocked && !isBusy) || undefined}
        >
          {action}
        </Button>
      </Spread>
    </Box>
  )
}
