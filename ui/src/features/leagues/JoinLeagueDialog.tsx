import { useRef, useState } from 'react'
import type { League } from '../../../../src/areas/leagues/contract.ts'
import { Field, Input } from '../../ui/Field.tsx'
import { refusalOf } from '../../ui/Form.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { useSend } from '../../ui/useSend.ts'

interface JoinLeagueDialogProps {
  onClose: () => void
  onJoined: (league: League) => void
}

export function JoinLeagueDialog({ onClose, onJoined }: JoinLeagueDialogProps) {
  const { send } = useSend('leagues')
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)

  const join = async () => {
    const joinCode = code.trim()
    setProblem(joinCode ? null : 'Enter a join code')
    if (!joinCode) return input.current?.focus()
    const sent = await send<League>('/api/leagues/join-code', {
      body: { joinCode },
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
      description="Ask a member of the league for its code."
      action="Join League"
      onSend={join}
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
