import { useRef, useState } from 'react'
import { Field, Input, TextArea } from './Field.tsx'

interface NameFields {
  name: string
  description: string
}

/** Returns the form's values to send; null if the name is empty. */
export function namedOf<Form extends NameFields>(form: Form) {
  const name = form.name.trim()
  return name ? { ...form, name, description: form.description.trim() || null } : null
}

/**
 * Form of a league or a team: `fields` are its name and description. `check` returns the values to send, or shows the
 * problem and returns null.
 */
export function useNameForm<Form extends NameFields>(what: 'league' | 'team', label: string, initial: Form) {
  const [form, setForm] = useState(initial)
  const [problem, setProblem] = useState<string | null>(null)
  const name = useRef<HTMLInputElement>(null)
  const change = (part: Partial<Form> | Partial<NameFields>) => setForm((now) => ({ ...now, ...part }))
  const check = () => {
    const named = namedOf(form)
    setProblem(named ? null : `Give the ${what} a name`)
    if (!named) name.current?.focus()
    return named
  }
  const fields = (
    <>
      <Field label={label} error={problem}>
        <Input
          ref={name}
          name="name"
          required
          maxLength={60}
          autoComplete="off"
          value={form.name}
          onChange={(event) => change({ name: event.target.value })}
        />
      </Field>
      <Field label="Description" hint="Optional">
        <TextArea
          name="description"
          rows={2}
          maxLength={500}
          value={form.description}
          onChange={(event) => change({ description: event.target.value })}
        />
      </Field>
    </>
  )
  return { form, change, check, fields }
}
