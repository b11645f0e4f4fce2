import { useRef, useState } from 'react'
import type { League } from '../../../../src/contracts/leagues.ts'
import { refusalOf } from '../../ui/Form.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { useAction } from '../../ui/useAction.ts'
import { useLeagueWrites } from './api.ts'
import { settingsOf } from './model.ts'
import { SettingsFields, type SettingsForm } from './SettingsFields.tsx'

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
  const { isBusy, run } = useAction()
  const name = useRef<HTMLInputElement>(null)

  const send = async () => {
    const { settings, problem: found } = settingsOf(form)
    setProblem(found ?? null)
    setRefused(null)
    if (!settings) return name.current?.focus()
    const sent = await run(() => create(settings), {
      done: ({ name }) => ({ title: 'League created successfully', description: name }),
      failed: 'Failed to create league',
    })
    if (sent.isDone) onCreated(sent.answer)
    else setRefused(refusalOf(sent.error))
  }

  return (
    <FormDialog
      title="Create League"
      description="You are its admin, and get a join code to share."
      action="Create League"
      busy={isBusy}
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
