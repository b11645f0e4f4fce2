import { Check, Link2Off, MailX } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Unsubscribed } from '../../../../src/areas/reminders/contract.ts'
import { ApiError, http } from '../../api/http.ts'
import { usePageTitle } from '../../lib/usePageTitle.ts'
import { Button, ButtonAnchor } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/State.tsx'
import { useAction } from '../../ui/useAction.ts'
import { Box, Inside, RecoveryFrame } from '../recovery/RecoveryFrame.tsx'

type Step = 'open' | 'done' | 'undone' | 'invalid'

/** Target of the link in reminders by mail. Opening it changes nothing: mail scanners open links, too. */
export function UnsubscribePage() {
  usePageTitle('Unsubscribe')
  const [path] = useState(() => `/api${location.pathname.replace(/\/$/, '')}`)
  const [step, setStep] = useState<Step>('open')
  const [undoKey, setUndoKey] = useState<string | null>(null)
  const { isBusy, run } = useAction()
  const words = { failed: 'That did not work', otherwise: 'Please try again in a moment.' }

  async function unsubscribe() {
    const outcome = await run(async () => {
      try {
        return await http<Unsubscribed>(path, { method: 'POST' })
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null
        throw error
      }
    }, words)
    if (!outcome.isDone) return
    setUndoKey(outcome.answer?.undo ?? null)
    setStep(outcome.answer === null ? 'invalid' : 'done')
  }
  async function undo() {
    const outcome = await run(() => http(`${path}/undo`, { method: 'POST', body: { key: undoKey } }), words)
    if (outcome.isDone) setStep('undone')
  }

  const steps: Readonly<Record<Step, ReactNode>> = {
    open: (
      <EmptyState
        isPage
        icon={MailX}
        title="Stop reminder emails?"
        action={
          <Button kind="primary" busy={isBusy} onClick={() => void unsubscribe()}>
            Unsubscribe
          </Button>
        }
      >
        Your account, picks and leagues stay as they are.
      </EmptyState>
    ),
    done: (
      <EmptyState
        isPage
        icon={Check}
        title="No more reminder emails"
        action={
          undoKey === null ? (
            <ButtonAnchor href="/reminders">All reminders</ButtonAnchor>
          ) : (
            <Button busy={isBusy} onClick={() => void undo()}>
              Undo
            </Button>
          )
        }
      >
        We won’t remind you by email again. Your account, picks and leagues stay as they are.
      </EmptyState>
    ),
    undone: (
      <EmptyState
        isPage
        icon={Check}
        title="Reminders are back on"
        action={
          <ButtonAnchor kind="primary" href="/">
            To your picks
          </ButtonAnchor>
        }
      >
        Once a gameweek, only if picks are missing.
      </EmptyState>
    ),
    invalid: (
      <EmptyState
        isPage
        icon={Link2Off}
        title="This link no longer works"
        action={<ButtonAnchor href="/">To the game</ButtonAnchor>}
      >
        You’re off the list already, or the account is gone. Either way: no more emails.
      </EmptyState>
    ),
  }
  return (
    <RecoveryFrame>
      <Box aria-label="Unsubscribe">
        <Inside role="status">{steps[step]}</Inside>
      </Box>
    </RecoveryFrame>
  )
}
