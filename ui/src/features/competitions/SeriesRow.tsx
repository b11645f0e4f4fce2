import { Check, UserPlus } from 'lucide-react'
import { Link } from 'react-router-dom'
import { styled } from 'styled-components'
import type { Competition, JoinOutcome } from '../../../../src/areas/competitions/contract.ts'
import { counted } from '../../lib/numbers.ts'
import { Button } from '../../ui/Button.tsx'
import { Row, Small } from '../../ui/layout.ts'
import { reachable } from '../../ui/tapTarget.ts'
import { useSend } from '../../ui/useSend.ts'
import { joinedToast, type Series } from './model.ts'
import { Standing } from './Standing.tsx'

const Box = styled.li`
  display: grid;
  gap: var(--s2) var(--s4);
  align-items: center;
  padding: var(--s3) var(--s4);
  border-top: 1px solid var(--line);

  &:first-child {
    border-top: 0;
  }
  & h3 {
    font-size: var(--t4);
  }
  & dl {
    display: grid;
    gap: var(--s1);
    font-size: var(--t2);
  }
  & dl > div {
    display: flex;
    flex-wrap: wrap;
    gap: 0 var(--s2);
    overflow-wrap: anywhere;
  }
  & a {
    ${reachable}
  }
  & dt {
    min-width: 2.75rem;
    color: var(--muted);
  }
  @container page (min-width: 48rem) {
    grid-template-columns: 14rem minmax(0, 1fr) auto;
  }
`

interface SeriesRowProps {
  readonly series: Series
  readonly userId: number
  readonly now: number
  /** Shows each competition of the series. */
  onWhole(): void
}

/** A series in one row: its current and its next competition, and a button that joins every open one. */
export function SeriesRow({ series, userId, now, onWhole }: SeriesRowProps) {
  const { name, current, next, competitions } = series
  const line = (label: string, competition: Competition) => (
    <div>
      <dt>{label}</dt>
      <dd>
        <Link to={`/competitions/${competition.id}`}>{competition.name}</Link>
      </dd>
      <dd>
        <Standing competition={competition} userId={userId} now={now} />
      </dd>
      <dd>
        <Small>{counted(competition.participantCount, 'player')}</Small>
      </dd>
    </div>
  )
  return (
    <Box>
      <h3>{name}</h3>
      <dl>
        {current && line('Now', current)}
        {next && line('Next', next)}
      </dl>
      <Row>
        <JoinAll series={series} />
        <Button kind="plain" size="sm" aria-label={`Show all ${competitions.length}: ${name}`} onClick={onWhole}>
          Show all {competitions.length}
        </Button>
      </Row>
    </Box>
  )
}

function JoinAll({ series }: { series: Series }) {
  const { name, left, competitions } = series
  const { isBusy, send } = useSend('competitions')
  const isDone = left.length === 0

  const join = () =>
    send('/api/competitions/join', {
      body: { competitionIds: left.map(({ id }) => id) },
      done: (outcomes: readonly JoinOutcome[]) => joinedToast(series, outcomes),
      failed: 'Failed to join competition',
    })
  const isIn = isDone && competitions.every(({ isParticipant }) => isParticipant)
  const label = isIn ? 'In all of them' : isDone ? 'None left to join' : `Join all ${left.length} left`
  return (
    <Button
      busy={isBusy}
      // Not `disabled`: the button keeps the focus after joining.
      aria-disabled={isDone || undefined}
      aria-label={`${label}: ${name}`}
      onClick={isDone ? undefined : join}
    >
      {isDone ? isIn && <Check aria-hidden /> : <UserPlus aria-hidden />}
      {label}
    </Button>
  )
}
