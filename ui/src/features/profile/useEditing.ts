import { useState } from 'react'
import type { Profile } from '../../../../src/areas/profiles/contract.ts'
import { useProfileChange } from './api.ts'
import { changeOf, formOf, isChanged, type ProfileForm, replacesEmail, sentTo } from './model.ts'

/** State of the profile form. Survives a change of tabs. */
export function useEditing() {
  /** The profile at the start of the edit: only differences from it are sent. */
  const [edited, setEdited] = useState<{ before: Profile; form: ProfileForm } | null>(null)
  const { isBusy, problems, forget, save } = useProfileChange()
  const stop = () => {
    setEdited(null)
    forget()
  }
  return {
    form: edited?.form ?? null,
    isDirty: edited !== null && isChanged(edited.form, edited.before),
    needsPassword: edited !== null && replacesEmail(edited.form.email, edited.before),
    isBusy,
    problems,
    start: (profile: Profile) => setEdited({ before: profile, form: formOf(profile) }),
    set: (part: Partial<ProfileForm>) => setEdited((now) => now && { ...now, form: { ...now.form, ...part } }),
    stop,
    /** Sends nothing if nothing has changed. */
    async save() {
      if (!edited || isBusy) return
      const change = changeOf(edited.form, edited.before)
      if (Object.keys(change).length === 0) return stop()
      if (await save(change, sentTo(change.email))) setEdited((now) => (now === edited ? null : now))
    },
  }
}

export type Editing = ReturnType<typeof useEditing>
