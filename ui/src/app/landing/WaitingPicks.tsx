import { useState } from 'react'
import { styled } from 'styled-components'
import { counted } from '../../lib/numbers.ts'
import { stored } from '../../lib/storage.ts'

const Note = styled.p`
  width: min(26.25rem, 100%);
  margin-bottom: var(--s4);
  padding: 10px var(--s4);
  background: var(--warn-tint);
  border-left: 4px solid var(--warn);
`

/** Picks that wait on this device for their player, whose session has ended. */
function waitingPicks(): number {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith('plp.waiting.'))
    return keys.reduce((sum, key) => sum + Object.keys(JSON.parse(stored(key) ?? '{}')).length, 0)
  } catch {
    return 0
  }
}

export function WaitingPicks() {
  const [picks] = useState(waitingPicks)
  if (picks === 0) return null
  return (
    <Note>
      <b>Sign in to send {counted(picks, 'pick')}.</b> {picks === 1 ? 'It stays' : 'They stay'} on this device until
      then.
    </Note>
  )
}
