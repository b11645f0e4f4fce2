import { Check, UserPlus } from 'lucide-react'
import type { Competition } from '../../../../src/areas/competitions/contract.ts'
import { Button } from '../../ui/Button.tsx'
import { useSend } from '../../ui/useSend.ts'
import { JOIN_WORDS, joinState } from './model.ts'

interface JoinButtonProps {
  competition: Competition
  /** On the band of its own page it is the main button; in lists it is one of many. */
  onDark?: boolean
}

export function JoinButton({ competition, onDark }: JoinButtonProps) {
  const { id, name } = competition
  const { isBusy, send } = useSend('competitions')
  const state = joinState(competition)

  const join = () =>
    send(`/api/competitions/${id}/join`, {
      done: { title: 'Joined competition successfully', description: name },
      failed: 'Failed to join competition',
    })

  const isOpen = state === 'open'
  const isIn = state === 'participating'
  return (
    <Button
      kind={isOpen && onDark ? 'accent' : 'neutral'}
      onDark={onDark}
      busy={isOpen && isBusy}
      // Not `disabled`: the button keeps the focus after joining.
      aria-disabled={isIn || undefined}
      disabled={!isOpen && !isIn}
      aria-label={`${JOIN_WORDS[state]} ${name}`}
      onClick={isOpen ? join : undefined}
    >
      {isOpen && <UserPlus aria-hidden />}
      {isIn && <Check aria-hidden />}
      {JOIN_WORDS[state]}
    </Button>
  )
}
