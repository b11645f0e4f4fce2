import type { ReactNode } from 'react'
import { styled } from 'styled-components'
import { outcomeOf, pointsPerVerdict, type Scoreline, verdictOf } from '../../../../src/contracts/points.ts'
import { CUTOFF_MINUTES } from '../../../../src/contracts/rules.ts'
import { Row } from '../../ui/layout.ts'
import { PickPlate } from '../../ui/PickPlate.tsx'
import { PointsTag } from '../../ui/PointsTag.tsx'

const Part = styled.section`
  border-top: 1px solid var(--line);
  padding: var(--s4-5);
  display: grid;
  gap: var(--s3);
  container: fx / inline-size;

  & h2 {
    font-size: var(--t4);
  }
`

const Endings = styled.ul`
  & > li {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto auto;
    gap: var(--s2) var(--s4);
    align-items: center;
    padding: 8px 0;
    border-top: 1px solid var(--line);
  }
  & > li > span:first-child {
    font: var(--b5);
  }
  & > li > span:first-child small {
    display: block;
    font: 400 var(--t1) / 1.4 var(--text);
    color: var(--muted);
  }
  & > li > span:nth-child(2) {
    display: flex;
    flex-wrap: wrap;
    gap: 2px var(--s2);
    align-items: center;
    font-size: var(--t1);
    color: var(--muted);
  }
  @container fx (width < 24rem) {
    & [data-label] {
      display: none;
    }
  }
  @container fx (width < 17rem) {
    & > li {
      grid-template-columns: minmax(0, 1fr) auto;
    }
    & > li > span:nth-child(2) {
      grid-row: 2;
    }
  }
  @container fx (width < 12rem) {
    & > li {
      grid-template-columns: minmax(0, 1fr);
      justify-items: start;
    }
    & > li > span:nth-child(2) {
      grid-row: auto;
    }
  }
`

const POINTS = pointsPerVerdict(null)
const PICK = { predictedResult: 'home', predictedHomeScore: 2, predictedAwayScore: 1 } as const
const ENDS = [
  [2, 1],
  [3, 1],
  [1, 2],
] as const

const called = (home: number, away: number): Scoreline => ({ outcome: outcomeOf(home, away), home, away })

function Paid({ pick, ended, isLive }: { pick: Scoreline; ended: Scoreline; isLive?: true }) {
  const verdict = verdictOf(pick, ended)
  return <PointsTag points={POINTS[verdict]} verdict={isLive ? 'live' : verdict} />
}

export function Worked() {
  return (
    <Part aria-labelledby="worked">
      <h2 id="worked">You predicted 2–1. Three ways it can end</h2>
      <Endings>
        {ENDS.map(([home, away]) => (
          <li key={`${home}${away}`}>
            <span>
              <small>Newcastle v Man City</small>It ends {home}–{away}
            </span>
            <span>
              <span aria-hidden data-label>
                Your pick
              </span>{' '}
              <PickPlate pick={PICK} />
            </span>
            <Paid pick={called(2, 1)} ended={called(home, away)} />
          </li>
        ))}
      </Endings>
    </Part>
  )
}

const Steps = styled.ol`
  display: grid;
  gap: var(--s4);
  grid-template-columns: minmax(0, 1fr);

  & > li {
    padding: 12px 0 0;
    border-top: 3px solid var(--ink);
    display: grid;
    gap: 6px;
    align-content: start;
  }
  & p {
    font-size: var(--t1);
    line-height: 1.4;
    color: var(--muted);
  }
  @container page (min-width: 37.5rem) {
    grid-template-columns: repeat(4, minmax(0, 1fr));
  }
`

const StepContent = styled(Row)`
  gap: 6px 10px;
  min-height: 48px;

  & > b {
    font: 600 var(--t6) / 1 var(--board);
  }
  & > small {
    font-size: var(--t1);
    color: var(--muted);
  }
`

function Step({ when, text, children }: { when: string; text: string; children: ReactNode }) {
  return (
    <li>
      <StepContent>{children}</StepContent>
      <h3>{when}</h3>
      <p>{text}</p>
    </li>
  )
}

const AWAY_PICK = { predictedResult: 'away', predictedHomeScore: 1, predictedAwayScore: 2 } as const

export function LifeOfAPick() {
  const pick = <PickPlate pick={AWAY_PICK} label="Your pick" />
  const cutoff = `17:${30 - CUTOFF_MINUTES}`
  return (
    <Part aria-labelledby="life">
      <h2 id="life">The life of a pick: Everton 1–2 Newcastle, kickoff 17:30</h2>
      <Steps>
        <Step when={`Until ${cutoff}`} text="Choose, change, change again. Nobody else sees it.">
          {pick} <small>Open</small>
        </Step>
        <Step when={cutoff} text={`${CUTOFF_MINUTES} minutes before kickoff, by the server’s clock.`}>
          {pick} <small>Locked</small>
        </Step>
        <Step when="17:30" text="Points so far. Nothing is final yet.">
          <b>0–1</b> <Paid pick={called(1, 2)} ended={called(0, 1)} isLive />
        </Step>
        <Step when="Full time" text={`${POINTS.exact}, ${POINTS.correct} or ${POINTS.wrong}, in your ledger.`}>
          <b>1–4</b> <Paid pick={called(1, 2)} ended={called(1, 4)} />
        </Step>
      </Steps>
    </Part>
  )
}
