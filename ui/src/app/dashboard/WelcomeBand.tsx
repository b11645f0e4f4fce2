import { ChevronRight } from 'lucide-react'
import { styled } from 'styled-components'
import type { CurrentUser } from '../../../../src/contracts/accounts.ts'
import { nowLine } from '../../features/fixtures/time.ts'

const PRODUCT = 'PLP'

const Band = styled.section`
  position: relative;
  overflow: hidden;
  background: var(--header);
  color: var(--on-header);
  --focus: var(--accent);
  border-top: 1px solid var(--header-line);
`

const Inner = styled.div`
  position: relative;
  width: 100%;
  max-width: 1360px;
  margin-inline: auto;
  padding: var(--s3);
  display: grid;
  gap: var(--s2);

  & h1 {
    font-size: var(--t4);
    overflow-wrap: anywhere;
  }
  @media (min-width: 600px) {
    padding: var(--s4) var(--s5);
    gap: var(--s3);
    & h1 {
      font-size: var(--t5);
    }
  }
  @media (min-width: 1024px) {
    grid-template-columns: 1fr auto;
    align-items: center;
    padding-block: var(--s5);
  }
`

const Pitch = styled.svg`
  position: absolute;
  left: 84%;
  top: 0;
  translate: -50% 0;
  height: 100%;
  width: auto;
  fill: none;
  stroke: var(--pitch);
  stroke-width: 2;
  pointer-events: none;

  @media (min-width: 600px) {
    left: 38%;
  }
`

const Line = styled.p`
  font-size: var(--t1);
  line-height: 1.4;
  color: var(--header-muted);
`

const Stats = styled.dl`
  display: grid;
  grid-template-columns: repeat(4, auto);
  justify-content: space-between;

  & > div {
    display: flex;
    flex-direction: column;
    padding: 0 0 0 var(--s2);
    border-left: 1px solid var(--header-line);
  }
  & > div:first-child {
    padding-left: 0;
    border: 0;
  }
  & dt {
    order: 2;
    font-size: var(--t1);
    line-height: 1.25;
    color: var(--header-muted);
    white-space: nowrap;
  }
  & dd {
    font: var(--b5);
  }
  & [data-wide] {
    display: none;
  }
  @media (min-width: 600px) {
    & [data-wide] {
      display: inline;
    }
    & > div {
      padding-inline: var(--s4);
    }
  }
  @media (min-width: 1024px) {
    justify-content: end;
    & > div {
      padding-inline: var(--s5);
    }
    & dd {
      font: var(--b6);
    }
  }
`

const PointsButton = styled.button`
  display: inline-flex;
  align-items: center;
  font: inherit;
  color: inherit;

  & svg {
    width: 18px;
    height: 18px;
    color: var(--header-muted);
  }
  &:hover svg {
    color: var(--accent);
  }
`

const numbers = new Intl.NumberFormat('en-GB')

interface WelcomeBandProps {
  readonly user: CurrentUser
  readonly now: number
  /** Opens the ledger: why you have what you have. */
  onPoints(): void
}

/** The greeting (another for a first visit) and the four numbers of the player. */
export function WelcomeBand({ user, now, onPoints }: WelcomeBandProps) {
  const isReturning = user.lastLoginAt !== null
  const points = numbers.format(user.totalPoints)
  return (
    <Band aria-labelledby="welcome">
      <Pitch viewBox="0 0 420 200" preserveAspectRatio="xMidYMid slice" aria-hidden>
        <path d="M210-40v280" />
        <circle cx="210" cy="100" r="130" />
        <circle cx="210" cy="100" r="3" />
      </Pitch>
      <Inner>
        <div>
          <h1 id="welcome">
            {isReturning ? `Welcome back, ${user.username}!` : `Welcome to ${PRODUCT}, ${user.username}!`}
          </h1>
          <Line>{isReturning ? nowLine(now) : 'Get started by making your first Premier League prediction!'}</Line>
        </div>
        <Stats>
          <div>
            <dt>Total points</dt>
            <dd>
              <PointsButton
                type="button"
                aria-haspopup="dialog"
                aria-label={`${points}: why you have what you have`}
                onClick={onPoints}
              >
                {points}
                <ChevronRight aria-hidden />
              </PointsButton>
            </dd>
          </div>
          <div>
            <dt>
              Predictions<span data-wide> made</span>
            </dt>
            <dd>{numbers.format(user.totalPredictions)}</dd>
          </div>
          <div>
            <dt>
              Correct<span data-wide> predictions</span>
            </dt>
            <dd>{numbers.format(user.correctPredictions)}</dd>
          </div>
          <div>
            <dt>
              Accuracy<span data-wide> rate</span>
            </dt>
            <dd>{user.accuracy}%</dd>
          </div>
        </Stats>
      </Inner>
    </Band>
  )
}
