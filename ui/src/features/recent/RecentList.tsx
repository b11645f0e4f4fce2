import { Clock } from 'lucide-react'
import { styled } from 'styled-components'
import type { Fixture } from '../../../../src/areas/fixtures/contract.ts'
import type { Prediction } from '../../../../src/areas/predictions/contract.ts'
import { MatchLink } from '../../ui/MatchLink.tsx'
import { PickPlate } from '../../ui/PickPlate.tsx'
import { PointsTag } from '../../ui/PointsTag.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { recentOf, STATUS_WORDS, scoreLine, settledVerdict, statusOf } from './model.ts'

const List = styled.ul`
  container-type: inline-size;

  & > li {
    display: grid;
    grid-template-columns: minmax(0, 1fr) 3.375rem 3.875rem;
    gap: 2px var(--s3);
    align-items: center;
    min-height: 60px;
    padding: 7px var(--s4);
    border-top: 1px solid var(--line);
  }
  @container (width < 18rem) {
    & > li {
      grid-template-columns: auto minmax(0, 1fr);
    }
    & > li > :first-child {
      grid-column: 1 / -1;
    }
    & > li > :last-child {
      justify-self: start;
    }
  }
`

const Match = styled.div`
  @container (min-width: 35rem) {
    display: grid;
    grid-template-columns: minmax(0, 1fr) 14.75rem;
    align-items: center;
  }
`

const Name = styled.div`
  font: 600 var(--t3) / 1.15 var(--board);
`

const Line = styled.div`
  overflow: hidden;
  font-size: var(--t1);
  line-height: 1.4;
  color: var(--muted);
`

/* Wraps between its parts, not within them. The dot at the start of a line is clipped. */
const Parts = styled.div`
  display: flex;
  flex-wrap: wrap;
  margin-left: -0.9em;

  span {
    position: relative;
    padding-left: 0.9em;
    white-space: nowrap;
  }
  span::before {
    content: '·' / '';
    position: absolute;
    left: 0.3em;
  }
`

const Pending = styled.span`
  display: grid;
  place-items: center;
  color: var(--muted);
`

interface RecentListProps {
  readonly predictions: readonly Prediction[]
  isLive(fixture: Fixture): boolean
  isCovered(fixture: Fixture): boolean
  /** `Today, 20:00`, for a match before kickoff. */
  whenOf(fixture: Fixture): string
}

export function RecentList({ predictions, isLive, isCovered, whenOf }: RecentListProps) {
  return (
    <List>
      {recentOf(predictions).map((prediction) => {
        const { fixture } = prediction
        const isHidden = isCovered(fixture)
        const verdict = isHidden ? null : settledVerdict(prediction)
        const line = isHidden ? 'Score hidden' : (scoreLine(fixture, isLive(fixture)) ?? whenOf(fixture))
        return (
          <li key={prediction.id}>
            <Match>
              <Name>
                <MatchLink id={fixture.id}>
                  {fixture.homeTeam.shortName} v {fixture.awayTeam.shortName}
                </MatchLink>
              </Name>
              <Line>
                <Parts>
                  <span>GW {fixture.gameweek}</span>
                  <span>{line}</span>
                  {isHidden ? null : (
                    <span>{fixture.status === 'CANCELLED' ? 'No points' : STATUS_WORDS[statusOf(verdict)]}</span>
                  )}
                </Parts>
              </Line>
            </Match>
            <PickPlate pick={prediction} />
            {verdict === null ? (
              <Pending>
                <Clock size={18} aria-hidden />
                <VisuallyHidden>Pending</VisuallyHidden>
              </Pending>
            ) : (
              <PointsTag points={prediction.pointsEarned ?? 0} verdict={verdict} />
            )}
          </li>
        )
      })}
    </List>
  )
}
