import { useRef, useState } from 'react'
import type { League } from '../../../../src/contracts/leagues.ts'
import { messageOf } from '../../api/http.ts'
import { Field, Input } from '../../ui/Field.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { toast } from '../../ui/Toast.tsx'
import { useLeagueWrites } from './api.ts'
import { failed } from './useLeagueActions.ts'

interface JoinLeagueDialogProps {
  onClose: () => void
  onJoined: (league: League) => void
}

/** Asks for a join code. */
export function JoinLeagueDialog({ onClose, onJoined }: JoinLeagueDialogProps) {
  const { joinByCode } = useLeagueWrites()
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const input = useRef<HTMLInputElement>(null)

  const send = async () => {
    const joinCode = code.trim()
    setProblem(joinCode ? null : 'Please enter a join code')
    if (!joinCode) return input.current?.focus()
    setBusy(true)
    try {
      const league = await joinByCode(joinCode)
      toast({ title: 'Joined league successfully', description: league.name })
      onJoined(league)
    } catch (error) {
      failed('Failed to join league', error)
      setProblem(messageOf(error, 'The server did not answer. Try again.'))
      setBusy(false)
      input.current?.focus()
    }
  }

  return (
    <FormDialog
      title="Join League"
      description="A member of the league can share its code with you."
      action="Join League"
      busy={busy}
      onSend={() => void send()}
      onClose={onClose}
    >
      <Field label="Join code" hint="8 characters; upper or lower case both work" error={problem}>
        <Input
          ref={input}
          name="joinCode"
          maxLength={40}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
      </Field>
    </FormDialog>
  )
}
