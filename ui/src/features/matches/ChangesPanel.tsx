import { styled } from 'styled-components'
import type { MatchChange, PickCount } from '../../../../src/areas/matches/contract.ts'
import type { Scoreline } from '../../../../src/contracts/points.ts'
import { counted } from '../../lib/numbers.ts'
import { Small } from '../../ui/layout.ts'
import { Panel, PanelBody } from '../../ui/Panel.tsx'
import { Timeline } from '../../ui/Timeline.ts'
import { type ChangeRow, changeRows } from './model.ts'

const Path = styled(Timeline)`
  & > li[data-now] {
    --mark: var(--ink);
  }
  small {
    display: block;
  }
`

const Why = styled.p`
  margin-block: 4px;
  padding: 6px 10px;
  background: var(--surface-2);
  font-size: var(--t1);

  strong {
    font-weight: 600;
  }
`

interface ChangesPanelProps {
  readonly history: readonly MatchChange[]
  /** The reader’s pick. */
  readonly own: Scoreline | null
  readonly crowd: readonly PickCount[] | undefined
  readonly season: string
  /** Formats a time (ISO 8601). */
  when(at: string): string
}

/** Changes of date and result, newest first, with time, author, reason and effect on the reader’s points. */
export function ChangesPanel({ history, own, crowd, season, when }: ChangesPanelProps) {
  if (history.length === 0) return null
  return (
    <Panel title="What was decided">
      <PanelBody>
        <Path>
          {changeRows(history, own, crowd, season).map((row) => (
            <li key={`${row.change.at} ${row.change.type}`} data-now={row.isNow || undefined}>
              <div>
                <b>{row.change.summary.replace(' by hand', '')}</b>
                <Small>
                  {when(row.change.at)} · {originOf(row.change)}
                </Small>
                {row.change.byHand && row.change.reason && (
                  <Why>
                    <strong>Why:</strong> {row.change.reason}
                  </Why>
                )}
                {effectOf(row) && (
                  <Small as="p" data-ink>
                    {effectOf(row)}
                  </Small>
                )}
              </div>
            </li>
          ))}
        </Path>
      </PanelBody>
    </Panel>
  )
}

function originOf({ byHand, isSimulated }: MatchChange): string {
  if (byHand) return 'decided by the game’s administrators'
  return isSimulated ? 'simulated' : 'from the score feed'
}

/** `You went from 0 to 5. Points changed for 5,567 players.` */
function effectOf({ own, affected }: ChangeRow): string {
  const parts: string[] = []
  if (own !== null) {
    const { before, after } = own
    if (before === null) parts.push(`You got ${after ?? 0}.`)
    else if (before === (after ?? 0)) parts.push(`You stayed on ${before}.`)
    else parts.push(`You went from ${before} to ${after ?? 0}.`)
  }
  if (affected !== null) parts.push(`Points changed for ${counted(affected, 'player')}.`)
  return parts.join(' ')
}
