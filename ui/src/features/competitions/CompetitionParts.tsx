import { CalendarDays } from 'lucide-react'
import { styled } from 'styled-components'
import type { Competition } from '../../../../src/areas/competitions/contract.ts'
import { count, counted } from '../../lib/numbers.ts'
import { dateText } from '../../lib/when.ts'
import { Badge } from '../../ui/Badge.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { fullness, isCalledOff } from './model.ts'

export function StatusBadge({ competition }: { competition: Competition }) {
  const { status } = competition
  if (isCalledOff(competition)) return <Badge>Called off</Badge>
  if (status === 'active') return <Badge tone="live">Live</Badge>
  if (status === 'ended') return <Badge>Ended</Badge>
  return (
    <Badge tone="info">
      <CalendarDays aria-hidden />
      Upcoming
    </Badge>
  )
}

/** `21 Nov 2026 to 30 Nov 2026`; a single day once. A cancelled competition has only its planned start. */
export function Dates({ competition }: { competition: Competition }) {
  const { startDate, endDate } = competition
  const [start, end] = [dateText(startDate), dateText(endDate)]
  return (
    <span>
      <time dateTime={startDate}>{start}</time>
      {start !== end && !isCalledOff(competition) && (
        <>
          {' to '}
          <time dateTime={endDate}>{end}</time>
        </>
      )}
    </span>
  )
}

const Track = styled(ProgressBar)`
  margin-top: 4px;
`

export function Participants(competition: Pick<Competition, 'participantCount' | 'maxParticipants'>) {
  const { participantCount, maxParticipants } = competition
  const full = fullness(competition)
  if (full === null || maxParticipants === null) return <span>{counted(participantCount, 'player')}</span>
  return (
    <span>
      {count(participantCount)} of {counted(maxParticipants, 'player')}
      <Track label="Places taken" percent={full} text={`${participantCount} of ${maxParticipants}`} />
    </span>
  )
}
