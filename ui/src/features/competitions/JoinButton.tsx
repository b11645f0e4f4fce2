import { Check, UserPlus } from 'lucide-react'
import type { Competition } from '../../../../src/contracts/competitions.ts'
import { Button } from '../../ui/Button.tsx'
import { useAction } from '../../ui/useAction.ts'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { useCompetitionWrites } from './api.ts'
import { JOIN_WORDS, joinState } from './model.ts'

interface JoinButtonProps {
  competition: Competition
  /** On the band of its own page, where it is the main button; in a list it is one of many. */
  onDark?: boolean
}

/** Joins, or says why there is nothing to join. */
export function JoinButton({ competition, onDark }: JoinButtonProps) {
  const { id, name } = competition
  const { join } = useCompetitionWrites()
  const { isBusy, run } = useAction()
  const state = joinState(competition)

  const send = () =>
    run(() => join(id), {
      done: { title: 'Joined competition successfully', description: name },
      failed: 'Failed to join competition',
    })

  const of = <VisuallyHidden> {name}</VisuallyHidden>
  // Not `disabled`: who has just joined keeps the focus.
  if (state === 'participating')
    return (
      <Button onDark={onDark} aria-disabled>
        <Check aria-hidden />
        <span>
          {JOIN_WORDS.participating}
          {of}
        </span>
      </Button>
    )
  if (state !== 'open')
    return (
      <Button onDark={onDark} disabled>
        <span>
          {JOIN_WORDS[state]}
          {of}
        </span>
      </Button>
    )
  return (
    <Button kind={onDark ? 'accent' : 'neutral'} onDark={onDark} busy={isBusy} onClick={() => void send()}>
      <UserPlus aria-hidden />
      <span>
        {JOIN_WORDS.open}
        {of}
      </span>
    </Button>
  )
}
