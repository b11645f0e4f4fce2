import type { ReactNode } from 'react'
import { styled } from 'styled-components'
import { Crest } from '../../ui/Crest.tsx'
import { LiveTag } from '../../ui/LiveTag.ts'
import { PickPlate } from '../../ui/PickPlate.tsx'
import { PointsTag } from '../../ui/PointsTag.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { type Call, LABELS } from './model.ts'

/** A list of picks; each row follows the width of the list. */
export const Calls = styled.ul`
  container: calls / inline-size;

  & > li:first-child {
    border-top: 0;
  }
`

const Row = styled.li`
  display: grid;
  grid-template: 'home mid away' auto 'when outcome outcome' auto / minmax(0, 1fr) auto minmax(0, 1fr);
  gap: 8px 10px;
  align-items: center;
  padding: 12px var(--s4);
  border-top: 1px solid var(--line);

  /* Zero specificity: narrow and wide lists override the areas. */
  &:where([data-kind='open'], [data-kind='off']) {
    grid-template-areas: 'home mid away' 'when when outcome';
  }
  @container calls (width < 20.625rem) {
    padding-inline: var(--s3);
    column-gap: 6px;
  }
  @container calls (width < 15rem) {
    grid-template: 'home' auto 'away' auto 'mid' auto 'when' auto 'outcome' auto / minmax(0, 1fr);
  }
  @container calls (min-width: 42.5rem) {
    grid-template: 'when home mid away outcome' auto / 5.5rem minmax(0, 1fr) auto minmax(0, 1fr) 9.375rem;
    column-gap: 12px;
    min-height: 66px;
    padding-block: 8px;
  }
`

const Club = styled.span`
  grid-area: away;
  display: flex;
  align-items: center;
  gap: var(--s2);
  min-width: 0;
  font: 600 var(--t3) / 1.05 var(--board);

  & > :last-child {
    min-width: 0;
  }
  &[data-home] {
    grid-area: home;
    flex-direction: row-reverse;
    text-align: end;
  }
  [data-kind='off'] > & {
    color: var(--muted);
  }
  @container calls (width < 20.625rem) {
    gap: 6px;
    font-size: var(--t2);

    & > :first-child {
      --w: 1.5rem;
    }
  }
  @container calls (width < 15rem) {
    &[data-home] {
      flex-direction: row;
      text-align: start;
    }
  }
  @container calls (min-width: 42.5rem) {
    font-size: var(--t4);

    & > :first-child {
      --w: 2rem;
    }
  }
`

const Mid = styled.div`
  grid-area: mid;
  display: grid;
  justify-items: center;
  min-width: 4.625rem;
  text-align: center;
  font: 600 var(--t6) / 1 var(--board);
  white-space: nowrap;

  @container calls (width < 20.625rem) {
    min-width: 3.625rem;
  }
  @container calls (width < 15rem) {
    justify-items: start;
  }
`

const When = styled.div`
  grid-area: when;
  font-size: var(--t1);
  line-height: 1.3;
  color: var(--muted);

  b {
    margin-right: 6px;
    font: 600 var(--t3) / 1.2 var(--board);
    color: var(--ink);
  }
  & > span {
    display: inline-block;
  }
  @container calls (min-width: 42.5rem) {
    b {
      display: block;
      margin: 0;
    }
  }
`

const OutcomeCell = styled.div`
  grid-area: outcome;
  display: flex;
  align-items: center;
  justify-content: flex-end;
  flex-wrap: wrap;
  gap: 6px var(--s3);
  font-size: var(--t1);
  color: var(--muted);

  @container calls (width < 15rem) {
    justify-content: flex-start;
  }
  @container calls (min-width: 42.5rem) {
    flex-wrap: nowrap;
  }
`

const Pick = styled.span`
  display: inline-flex;
  align-items: center;
  justify-content: flex-end;
  flex-wrap: wrap;
  gap: 2px var(--s2);

  @container calls (min-width: 42.5rem) {
    display: grid;
    justify-items: end;
    line-height: 1.2;
  }
`

const Note = styled.p`
  grid-column: 1 / -1;
  padding: 8px 10px;
  background: var(--surface-2);
  font-size: var(--t1);
`

/**
 * A player's pick. Before kickoff the pick is in the middle; afterwards the real score, with the pick next to its
 * points.
 */
export function CallRow({ call, children }: { call: Call; children?: ReactNode }) {
  const { kind, pick, home, away } = call
  const isAhead = kind === 'open' || kind === 'off'
  return (
    <Row data-kind={kind}>
      <When>
        {kind === 'live' ? <LiveTag>Live</LiveTag> : <b>{call.when}</b>} <span>{call.below}</span>
      </When>
      <Club data-home>
        <Crest team={home} />
        <span>{home.shortName}</span>
      </Club>
      <Mid>{isAhead ? <PickPlate pick={pick} label="Predicted" size="lg" /> : <Score {...call} />}</Mid>
      <Club>
        <Crest team={away} />
        <span>{away.shortName}</span>
      </Club>
      <OutcomeCell>
        {isAhead ? (
          <span>
            {kind === 'off' ? call.word : pick.predictedHomeScore === null ? 'No score' : LABELS[pick.predictedResult]}
          </span>
        ) : (
          <>
            <Pick>
              <span>{LABELS[pick.predictedResult]}</span>
              <PickPlate pick={pick} label="Predicted" />
            </Pick>
            {call.points === null || kind === 'awaiting' ? (
              <span>{call.word}</span>
            ) : (
              <PointsTag points={call.points} verdict={kind} />
            )}
          </>
        )}
      </OutcomeCell>
      {call.note && <Note>{call.note}</Note>}
      {children}
    </Row>
  )
}

function Score({ kind, score }: Call) {
  if (score === null) return <span aria-hidden>–</span>
  return (
    <b>
      <VisuallyHidden>{kind === 'live' ? 'Score so far ' : 'Final score '}</VisuallyHidden>
      {score}
    </b>
  )
}
