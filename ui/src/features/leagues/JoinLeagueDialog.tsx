import { type FormEvent, useRef, useState } from 'react'
import type { League } from '../../../../src/contracts/leagues.ts'
import { messageOf } from '../../api/http.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogActions } from '../../ui/Dialog.tsx'
import { Field, Input } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
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

  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
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
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Join League"
      description="A member of the league can share its code with you."
    >
      <Form noValidate onSubmit={send}>
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
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" busy={busy}>
            Join League
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}
