import { Check, UserPlus } from 'lucide-react'
import { useState } from 'react'
import type { Competition } from '../../../../src/contracts/competitions.ts'
import { messageOf } from '../../api/http.ts'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/Toast.tsx'
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
  const [busy, setBusy] = useState(false)
  const state = joinState(competition)

  const send = async () => {
    setBusy(true)
    try {
      await join(id)
      toast({ title: 'Joined competition successfully', description: name })
    } catch (error) {
      toast({
        variant: 'destructive',
        title: 'Failed to join competition',
        description: messageOf(error, 'Please try again later.'),
      })
    }
    setBusy(false)
  }

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
    <Button kind={onDark ? 'accent' : 'neutral'} onDark={onDark} busy={busy} onClick={() => void send()}>
      <UserPlus aria-hidden />
      <span>
        {JOIN_WORDS.open}
        {of}
      </span>
    </Button>
  )
}
