import { styled } from 'styled-components'
import type { Fixture } from '../../../../src/areas/fixtures/contract.ts'
import { moveArrow } from '../../ui/moveArrow.ts'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import type { Swing } from './model.ts'

const List = styled.dl`
  display: grid;
  grid-template-columns: repeat(3, minmax(0, 1fr));
  gap: 2px;

  & > div {
    display: flex;
    flex-direction: column;
    align-items: center;
    gap: 2px;
    min-width: 0;
    padding: 6px 4px 7px;
    text-align: center;
    background: var(--sw, var(--surface-2));
    overflow-wrap: anywhere;
  }
  dt {
    font-size: var(--t1);
    line-height: 1.2;
    color: var(--muted);
  }
  dd {
    margin-top: auto;
    font: var(--b4);
  }
  [data-now] {
    background: var(--live-tint);
    color: var(--live);
  }
  [data-now] dt {
    color: inherit;
  }
  [data-move='up'] dd {
    color: var(--ok);
  }
  [data-move='down'] dd {
    color: var(--loss);
  }
  [data-move] dd::before {
    ${moveArrow}
    display: inline-block;
    margin-right: 5px;
  }
  [data-move='down'] dd::before {
    rotate: 180deg;
  }
  &[data-dark] {
    --sw: var(--header-2);
    width: min(560px, 100%);
    margin-inline: auto;
  }
  &[data-dark] [data-move] dd {
    color: var(--on-header);
  }
  &[data-dark] [data-now] {
    background: none;
    color: var(--on-header);
    box-shadow: inset 0 0 0 2px var(--header-muted);
  }
  @container page (width < 16rem) {
    grid-template-columns: minmax(0, 1fr);
  }
`

interface SwingListProps {
  fixture: Pick<Fixture, 'homeTeam' | 'awayTeam' | 'homeScore' | 'awayScore'>
  swing: Swing
  onDark?: boolean
}

/** The reader’s points at the score, and after the next goal of each club. */
export function SwingList({ fixture, swing, onDark }: SwingListProps) {
  const { homeTeam, awayTeam, homeScore, awayScore } = fixture
  return (
    <List data-dark={onDark || undefined}>
      <Case label={`${homeTeam.shortName} score`} points={swing.home} now={swing.now} />
      <div data-now>
        <dt>
          Stays {homeScore}–{awayScore}
        </dt>
        <dd>{swing.now}</dd>
      </div>
      <Case label={`${awayTeam.shortName} score`} points={swing.away} now={swing.now} />
    </List>
  )
}

function Case({ label, points, now }: { label: string; points: number; now: number }) {
  const change = points - now
  return (
    <div data-move={change > 0 ? 'up' : change < 0 ? 'down' : undefined}>
      <dt>{label}</dt>
      <dd>
        {points}
        {change !== 0 && (
          <VisuallyHidden>
            {' '}
            {change > 0 ? 'up' : 'down'} {Math.abs(change)}
          </VisuallyHidden>
        )}
      </dd>
    </div>
  )
}
