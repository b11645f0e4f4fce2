import { useRef, useState } from 'react'
import type { League } from '../../../../src/contracts/leagues.ts'
import { Field, Input } from '../../ui/Field.tsx'
import { refusalOf } from '../../ui/Form.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { useAction } from '../../ui/useAction.ts'
import { useLeagueWrites } from './api.ts'

interface JoinLeagueDialogProps {
  onClose: () => void
  onJoined: (league: League) => void
}

/** Asks for a join code. */
export function JoinLeagueDialog({ onClose, onJoined }: JoinLeagueDialogProps) {
  const { joinByCode } = useLeagueWrites()
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const { isBusy, run } = useAction()
  const input = useRef<HTMLInputElement>(null)

  const send = async () => {
    const joinCode = code.trim()
    setProblem(joinCode ? null : 'Please enter a join code')
    if (!joinCode) return input.current?.focus()
    const sent = await run(() => joinByCode(joinCode), {
      done: ({ name }) => ({ title: 'Joined league successfully', description: name }),
      failed: 'Failed to join league',
    })
    if (sent.isDone) return onJoined(sent.answer)
    setProblem(refusalOf(sent.error))
    input.current?.focus()
  }

  return (
    <FormDialog
      title="Join League"
      description="A member of the league can share its code with you."
      action="Join League"
      busy={isBusy}
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
