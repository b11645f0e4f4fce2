import { type FormEvent, useEffect, useRef } from 'react'
import { styled } from 'styled-components'
import { PROFILE_LIMITS } from '../../../../src/areas/profiles/constants.ts'
import { Button } from '../../ui/Button.tsx'
import { Choice } from '../../ui/Choice.tsx'
import { Crest } from '../../ui/Crest.tsx'
import { DialogActions } from '../../ui/Dialog.tsx'
import { Field, Input, TextArea } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { Row } from '../../ui/layout.ts'
import { useClubs } from './api.ts'
import { CurrentPassword } from './CurrentPassword.tsx'
import type { ProfileForm } from './model.ts'
import type { Editing } from './useEditing.ts'

const Pair = styled.div`
  display: grid;
  gap: var(--s4);
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 9rem), 1fr));
  align-items: start;
`

/** Visibility of a field (docs/rules.md R150). */
const SHOWN = 'Shown on your player page.'

interface AboutFormProps {
  readonly username: string
  readonly form: ProfileForm
  readonly editing: Editing
  onCancel(): void
}

export function AboutForm({ username, form, editing, onCancel }: AboutFormProps) {
  const { problems, isBusy, needsPassword, set, save } = editing
  const element = useRef<HTMLFormElement>(null)
  // Runs after the fields are marked: the first invalid one takes the focus.
  useEffect(() => {
    if (Object.keys(problems).length > 0) element.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [problems])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save()
  }
  const text = (field: Exclude<keyof ProfileForm, 'favoriteTeam' | 'currentPassword'>) => ({
    name: field,
    value: form[field],
    onChange: ({ target }: { target: { value: string } }) => set({ [field]: target.value }),
  })
  return (
    <Form ref={element} noValidate aria-label="Edit Profile" onSubmit={submit}>
      <Field label="Username">
        <Input disabled value={username} />
      </Field>
      <Pair>
        <Field label="First name" error={problems.firstName}>
          <Input {...text('firstName')} autoComplete="given-name" maxLength={PROFILE_LIMITS.name} />
        </Field>
        <Field label="Last name" error={problems.lastName}>
          <Input {...text('lastName')} autoComplete="family-name" maxLength={PROFILE_LIMITS.name} />
        </Field>
      </Pair>
      <Field label="Email" hint="We’ll use it once you open the link we send you." error={problems.email}>
        <Input {...text('email')} type="email" autoComplete="email" autoCapitalize="none" spellCheck={false} />
      </Field>
      {needsPassword && (
        <CurrentPassword
          value={form.currentPassword}
          hint="Needed to change your email."
          error={problems.currentPassword}
          onChange={(currentPassword) => set({ currentPassword })}
        />
      )}
      <Field label="Bio" hint={SHOWN} error={problems.bio}>
        <TextArea {...text('bio')} rows={2} maxLength={PROFILE_LIMITS.bio} />
      </Field>
      <Pair>
        <Field label="Location" hint={SHOWN} error={problems.location}>
          <Input {...text('location')} maxLength={PROFILE_LIMITS.location} />
        </Field>
        <Field label="Phone" hint="Only you can see it." error={problems.phone}>
          <Input {...text('phone')} type="tel" autoComplete="tel" maxLength={PROFILE_LIMITS.phone} />
        </Field>
      </Pair>
      <Favorite
        value={form.favoriteTeam}
        error={problems.favoriteTeam}
        onChange={(favoriteTeam) => set({ favoriteTeam })}
      />
      <DialogActions>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" kind="primary" busy={isBusy}>
          Save
        </Button>
      </DialogActions>
    </Form>
  )
}

const WithCrest = styled(Row)`
  select {
    flex: 1 1 0;
    min-width: 0;
  }
`

interface FavoriteProps {
  readonly value: string
  readonly error?: string | undefined
  onChange(id: string): void
}

/** Club select with the crest next to the name: a native select cannot show crests in its list. */
function Favorite({ value, error, onChange }: FavoriteProps) {
  const { data: clubs = [] } = useClubs()
  const sorted = [...clubs].sort((a, b) => a.name.localeCompare(b.name, 'en-GB'))
  const chosen = clubs.find(({ id }) => String(id) === value)
  return (
    <Field label="Favorite Team" error={error}>
      <WithCrest data-nowrap>
        {chosen && <Crest team={chosen} />}
        <Choice
          name="favoriteTeam"
          value={value}
          options={[
            { value: '', label: 'Not set' },
            ...(value !== '' && !chosen ? [{ value, label: 'Unknown Team' }] : []),
            ...sorted.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          onChoose={onChange}
        />
      </WithCrest>
    </Field>
  )
}
