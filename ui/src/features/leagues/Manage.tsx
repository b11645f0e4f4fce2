import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import type { LeagueStanding } from '../../../../src/areas/leagues/contract.ts'
import { dateText } from '../../lib/when.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Row } from '../../ui/layout.ts'
import { useSend } from '../../ui/useSend.ts'

type Step = 'choose' | 'remove' | 'hand over'

interface ManageProps {
  leagueId: number
  member: LeagueStanding
}

/** The actions of a league's admin on another member. */
export function Manage({ leagueId, member }: ManageProps) {
  const [step, setStep] = useState<Step | null>(null)
  const close = () => setStep(null)
  const { username } = member
  return (
    <>
      <Button icon size="sm" kind="plain" aria-label={`Manage ${username}`} onClick={() => setStep('choose')}>
        <Ellipsis aria-hidden />
      </Button>
      {step === 'choose' && (
        <Dialog title={username} description={`Joined ${dateText(member.joinedAt)}`} onClose={close}>
          <Row>
            <Button onClick={() => setStep('hand over')}>Make admin</Button>
            <Button onClick={() => setStep('remove')}>Remove</Button>
          </Row>
        </Dialog>
      )}
      {(step === 'remove' || step === 'hand over') && (
        <Confirm leagueId={leagueId} member={member} step={step} onClose={close} />
      )}
    </>
  )
}

function Confirm({
  leagueId,
  member: { id, username },
  step,
  onClose,
}: ManageProps & { step: Exclude<Step, 'choose'>; onClose: () => void }) {
  const { send } = useSend('leagues')
  if (step === 'remove')
    return (
      <ConfirmDialog
        title={`Remove ${username}?`}
        action="Remove member"
        danger
        onClose={onClose}
        onConfirm={() =>
          send(`/api/leagues/${leagueId}/members/${id}`, {
            method: 'DELETE',
            done: { title: 'Member removed', description: username },
            failed: 'Failed to remove member',
          })
        }
      >
        They leave the league and their team in it. Anyone with the join code can rejoin. Create a new code to keep them
        out.
      </ConfirmDialog>
    )
  return (
    <ConfirmDialog
      title={`Make ${username} the admin?`}
      action="Hand over"
      onClose={onClose}
      onConfirm={() =>
        send(`/api/leagues/${leagueId}`, {
          method: 'PATCH',
          body: { adminId: id },
          done: { title: 'League handed over', description: username },
          failed: 'Failed to hand over',
        })
      }
    >
      This takes effect at once. Only they can run the league then, or hand it back.
    </ConfirmDialog>
  )
}
