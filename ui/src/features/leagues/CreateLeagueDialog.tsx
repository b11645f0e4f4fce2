import type { League } from '../../../../src/areas/leagues/contract.ts'
import { refusalOf } from '../../ui/Form.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { useSend } from '../../ui/useSend.ts'
import { useSettings } from './useSettings.tsx'

interface CreateLeagueDialogProps {
  onClose: () => void
  onCreated: (league: League) => void
}

export function CreateLeagueDialog({ onClose, onCreated }: CreateLeagueDialogProps) {
  const { fields, check } = useSettings({ name: '', description: '', type: 'private' })
  const { send } = useSend('leagues')
  const create = async () => {
    const body = check()
    if (!body) return null
    const sent = await send<League>('/api/leagues', {
      body,
      done: ({ name }) => ({ title: 'League created successfully', description: name }),
      failed: 'Failed to create league',
    })
    return sent.isDone ? onCreated(sent.answer) : refusalOf(sent.error)
  }
  return (
    <FormDialog
      title="Create League"
      description="You’ll run it and get a code to share."
      action="Create League"
      onSend={create}
      onClose={onClose}
    >
      {fields}
    </FormDialog>
  )
}
