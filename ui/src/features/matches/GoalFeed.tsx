import { useState } from 'react'
import { styled } from 'styled-components'
import type { Fixture } from '../../../../src/areas/fixtures/contract.ts'
import { timeText } from '../../lib/when.ts'
import { Button } from '../../ui/Button.tsx'
import { MatchLink } from '../../ui/MatchLink.tsx'
import { moveArrow } from '../../ui/moveArrow.ts'
import { PanelFoot } from '../../ui/Panel.tsx'
import { passFocus } from '../../ui/passFocus.ts'
import { EmptyState } from '../../ui/State.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { crowdEffect, type GoalRow } from './model.ts'

const Feed = styled.ol`
  & > li {
    display: grid;
    grid-template-columns: 3.1rem minmax(0, 1fr) auto;
    gap: 2px var(--s3);
    align-items: center;
    padding: 9px var(--s4);
    border-top: 1px solid var(--line);
    overflow-wrap: anywhere;
  }
  & > li:first-child {
    box-shadow: inset 4px 0 0 var(--live);
  }
  time {
    font: var(--b3);
    color: var(--muted);
  }
  b {
    font: 600 var(--t3) / 1.15 var(--board);
  }
  i {
    font-style: normal;
    text-decoration: underline 3px var(--live);
    text-underline-offset: 3px;
  }
  small {
    display: block;
    font: 400 var(--t1) / 1.35 var(--text);
    color: var(--muted);
  }
  @container page (width < 18rem) {
    & > li {
      grid-template-columns: minmax(0, 1fr) auto;
    }
    & > li > div {
      grid-row: 2;
      grid-column: 1 / -1;
    }
  }
`

const Effect = styled.span`
  display: inline-flex;
  gap: 4px;
  align-items: center;
  justify-content: flex-end;
  font: var(--b4);
  color: var(--muted);

  &[data-move='none'] {
    font: 400 var(--t1) / 1.2 var(--text);
  }
  &[data-move='up'] {
    color: var(--ok);
  }
  &[data-move='down'] {
    color: var(--loss);
  }
  &:not([data-move='none'])::before {
    ${moveArrow}
  }
  &[data-move='down']::before {
    rotate: 180deg;
  }
`

/** Goals shown before the button is pressed. */
const FIRST = 8

interface GoalFeedProps {
  readonly rows: readonly GoalRow[]
  /** Matches by id. */
  readonly fixtures: ReadonlyMap<number, Fixture>
}

/** Goals, newest first, with their effect on the reader’s points. The data has no scorers or minutes. */
export function GoalFeed({ rows, fixtures }: GoalFeedProps) {
  const [isWhole, setWhole] = useState(false)
  if (rows.length === 0)
    return (
      <EmptyState title="No goals yet" action={null}>
        The first one appears here by itself.
      </EmptyState>
    )
  return (
    <>
      <Feed>
        {(isWhole ? rows : rows.slice(0, FIRST)).map((row) => (
          <Row key={row.goal.id} row={row} fixture={fixtures.get(row.goal.fixtureId)} />
        ))}
      </Feed>
      {!isWhole && rows.length > FIRST && (
        <PanelFoot>
          <Button ref={passFocus} size="sm" block onClick={() => setWhole(true)}>
            Show all {rows.length}
          </Button>
        </PanelFoot>
      )}
    </>
  )
}

function Row({ row: { goal, effect }, fixture }: { row: GoalRow; fixture: Fixture | undefined }) {
  if (!fixture) return null
  const { home, away, side, isTakenBack } = goal
  return (
    <li>
      <time dateTime={goal.at}>{timeText(goal.at)}</time>
      <div>
        <b>
          <MatchLink id={fixture.id}>
            {fixture.homeTeam.shortName} {side === 'home' ? <i>{home}</i> : home}–
            {side === 'away' ? <i>{away}</i> : away} {fixture.awayTeam.shortName}
          </MatchLink>
        </b>
        <small>
          {isTakenBack && 'No goal after all. '}
          {crowdEffect(goal)}
        </small>
      </div>
      {effect === 0 ? (
        <Effect data-move="none">no change</Effect>
      ) : (
        <Effect data-move={effect > 0 ? 'up' : 'down'}>
          {Math.abs(effect)}
          <VisuallyHidden> points {effect > 0 ? 'up' : 'down'} for you</VisuallyHidden>
        </Effect>
      )}
    </li>
  )
}
