import { ChevronRight } from 'lucide-react'
import { styled } from 'styled-components'
import type { CurrentUser } from '../../../../src/contracts/accounts.ts'
import { nowLine } from '../../features/fixtures/time.ts'
import { Band, BandStats } from '../../ui/Band.tsx'
import { finger } from '../../ui/finger.ts'

const PRODUCT = 'PLP'

const Greeting = styled.div`
  & h1 {
    font-size: var(--t4);
    overflow-wrap: anywhere;
  }
  @container page (min-width: 37.5rem) {
    & h1 {
      font-size: var(--t5);
    }
  }
`

const Line = styled.p`
  font-size: var(--t1);
  line-height: 1.4;
  color: var(--header-muted);
`

const Stats = styled(BandStats)`
  & [data-wide] {
    display: none;
  }
  @container page (min-width: 37.5rem) {
    & [data-wide] {
      display: inline;
    }
  }
`

const PointsButton = styled.button`
  ${finger}
  --finger: -8px -6px;
  display: inline-flex;
  align-items: center;
  font: inherit;
  color: inherit;

  & svg {
    width: 1.125rem;
    height: 1.125rem;
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

/** The greeting (another before the second sign-in, with what to do first) and the four numbers of the player. */
export function WelcomeBand({ user, now, onPoints }: WelcomeBandProps) {
  const isReturning = user.lastLoginAt !== null
  const isFirst = !isReturning && user.totalPredictions === 0
  const points = numbers.format(user.totalPoints)
  return (
    <Band labelledBy="welcome">
      <Greeting>
        <h1 id="welcome">
          {isReturning ? `Welcome back, ${user.username}!` : `Welcome to ${PRODUCT}, ${user.username}!`}
        </h1>
        <Line>{isFirst ? 'Get started by making your first Premier League prediction!' : nowLine(now)}</Line>
      </Greeting>
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
    </Band>
  )
}
