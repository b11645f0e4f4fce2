import { useRef, useState } from 'react'
import type { League } from '../../../../src/contracts/leagues.ts'
import { messageOf } from '../../api/http.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { toast } from '../../ui/Toast.tsx'
import { useLeagueWrites } from './api.ts'
import { settingsOf } from './model.ts'
import { SettingsFields, type SettingsForm } from './SettingsFields.tsx'
import { failed } from './useLeagueActions.ts'

interface CreateLeagueDialogProps {
  onClose: () => void
  onCreated: (league: League) => void
}

/** Asks for a name, a description and who can join. */
export function CreateLeagueDialog({ onClose, onCreated }: CreateLeagueDialogProps) {
  const { create } = useLeagueWrites()
  const [form, setForm] = useState<SettingsForm>({ name: '', description: '', type: 'private' })
  const [problem, setProblem] = useState<string | null>(null)
  const [refused, setRefused] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const name = useRef<HTMLInputElement>(null)

  const send = async () => {
    const { settings, problem: found } = settingsOf(form)
    setProblem(found ?? null)
    setRefused(null)
    if (!settings) return name.current?.focus()
    setBusy(true)
    try {
      const league = await create(settings)
      toast({ title: 'League created successfully', description: league.name })
      onCreated(league)
    } catch (error) {
      failed('Failed to create league', error)
      setRefused(messageOf(error, 'The server did not answer. Try again.'))
      setBusy(false)
    }
  }

  return (
    <FormDialog
      title="Create League"
      description="You are its admin, and get a join code to share."
      action="Create League"
      busy={busy}
      refused={refused}
      onSend={() => void send()}
      onClose={onClose}
    >
      <SettingsFields
        form={form}
        problem={problem}
        nameRef={name}
        onChange={(part) => setForm((now) => ({ ...now, ...part }))}
      />
    </FormDialog>
  )
}
