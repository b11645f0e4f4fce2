import { ChevronRight } from 'lucide-react'
import { styled } from 'styled-components'
import type { CurrentUser } from '../../../../src/areas/accounts/contract.ts'
import { nowLine } from '../../features/fixtures/time.ts'
import { accuracyText, rightText } from '../../lib/accuracy.ts'
import { count } from '../../lib/numbers.ts'
import { Band, BandStat, BandStats } from '../../ui/Band.tsx'
import { tapTarget } from '../../ui/tapTarget.ts'

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

const PointsButton = styled.button`
  ${tapTarget}
  --tap-inset: -8px -6px;
  display: inline-flex;
  align-items: center;

  & svg {
    width: 1.125rem;
    height: 1.125rem;
    color: var(--header-muted);
  }
  &:hover svg {
    color: var(--accent);
  }
`

interface WelcomeBandProps {
  readonly user: CurrentUser
  readonly now: number
  /** The place among all players; null: not ranked, or unknown. */
  readonly place: string | null
  onPoints(): void
}

export function WelcomeBand({ user, now, place, onPoints }: WelcomeBandProps) {
  const isReturning = user.lastLoginAt !== null
  const isFirst = !isReturning && user.totalPredictions === 0
  const points = count(user.totalPoints)
  return (
    <Band labelledBy="welcome">
      <Greeting>
        <h1 id="welcome">{isReturning ? `Welcome back, ${user.username}!` : `Welcome to PLP, ${user.username}!`}</h1>
        <Line>{isFirst ? 'Get started by making your first Premier League prediction!' : nowLine(now)}</Line>
      </Greeting>
      <BandStats>
        <div>
          <dt>Total points</dt>
          <dd>
            <PointsButton
              type="button"
              aria-haspopup="dialog"
              aria-label={`Total points: ${points}. See where they came from`}
              onClick={onPoints}
            >
              {points}
              <ChevronRight aria-hidden />
            </PointsButton>
          </dd>
          {place && <dd data-note>{place}</dd>}
        </div>
        <BandStat label="Predictions" after="made" value={count(user.totalPredictions)} />
        <BandStat label="Correct" after="predictions" value={count(user.correctPredictions)} />
        <BandStat label="Accuracy" after="rate" value={accuracyText(user)} note={rightText(user)} />
      </BandStats>
    </Band>
  )
}
