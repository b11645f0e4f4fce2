import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import type { League, LeagueStanding } from '../../../../src/areas/leagues/contract.ts'
import { dateText } from '../../lib/when.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogActions } from '../../ui/Dialog.tsx'
import { useSend } from '../../ui/useSend.ts'

const WAY_BACK: Readonly<Record<League['type'], string>> = {
  private: 'Anyone with the join code can rejoin. Create a new code to keep them out.',
  public: 'The league is public, so they can rejoin.',
}

type Step = 'choose' | 'remove' | 'hand over'

interface ManageProps {
  league: Pick<League, 'id' | 'type'>
  member: LeagueStanding
}

/** The actions of a league's admin on another member. */
export function Manage({ league, member }: ManageProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button icon size="sm" kind="plain" aria-label={`Manage ${member.username}`} onClick={() => setOpen(true)}>
        <Ellipsis aria-hidden />
      </Button>
      {isOpen && <Actions league={league} member={member} onClose={() => setOpen(false)} />}
    </>
  )
}

/** One dialog for both steps: closing one while opening another would go back in the history and close both. */
function Actions({ league, member, onClose }: ManageProps & { onClose: () => void }) {
  const [step, setStep] = useState<Step>('choose')
  const { isBusy, send } = useSend('leagues')
  const { id, username } = member
  if (step === 'choose')
    return (
      <Dialog title={username} description={`Joined ${dateText(member.joinedAt)}`} onClose={onClose}>
        <DialogActions>
          <Button onClick={() => setStep('hand over')}>Make admin</Button>
          <Button onClick={() => setStep('remove')}>Remove</Button>
        </DialogActions>
      </Dialog>
    )
  const isRemoval = step === 'remove'
  const remove = () =>
    send(`/api/leagues/${league.id}/members/${id}`, {
      method: 'DELETE',
      done: { title: 'Member removed', description: username },
      failed: 'Failed to remove member',
    })
  const handOver = () =>
    send(`/api/leagues/${league.id}`, {
      method: 'PATCH',
      body: { adminId: id },
      done: { title: 'League handed over', description: username },
      failed: 'Failed to hand over',
    })
  return (
    <Dialog
      title={isRemoval ? `Remove ${username}?` : `Make ${username} the admin?`}
      description={
        isRemoval
          ? `They leave the league, and their team if they have one. ${WAY_BACK[league.type]}`
          : 'This takes effect at once. Only they can run the league then, or hand it back.'
      }
      onClose={onClose}
    >
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          kind={isRemoval ? 'danger' : 'primary'}
          busy={isBusy}
          onClick={() => void (isRemoval ? remove() : handOver()).finally(onClose)}
        >
          {isRemoval ? 'Remove member' : 'Hand over'}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
