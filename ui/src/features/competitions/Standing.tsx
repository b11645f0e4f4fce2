import type { Competition } from '../../../../src/areas/competitions/contract.ts'
import { countdownText } from '../../lib/countdown.ts'
import { useOwnRow } from './api.ts'
import { placeOf } from './model.ts'

interface StandingProps {
  readonly competition: Competition
  readonly userId: number
  readonly now: number
}

/** `Starts in 2d 14h`, or the reader's place once it is under way. */
export function Standing({ competition, userId, now }: StandingProps) {
  const { id, status, startDate, isParticipant } = competition
  if (status === 'upcoming') {
    const start = Date.parse(startDate)
    return now < start ? `Starts in ${countdownText(start, now)}` : 'About to start'
  }
  return status === 'active' && isParticipant ? <Place id={id} userId={userId} /> : null
}

function Place({ id, userId }: { id: number; userId: number }) {
  const { data } = useOwnRow(id)
  return data ? placeOf(data, userId) : 'You’re in'
}
