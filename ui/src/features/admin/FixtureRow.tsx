import { ChevronDown, Hand } from 'lucide-react'
import { useId, useState } from 'react'
import { styled } from 'styled-components'
import type { AdminFixture } from '../../../../src/contracts/fixtures.ts'
import { counted } from '../../lib/numbers.ts'
import { fullTime, shortTime } from '../../lib/when.ts'
import { Badge, type BadgeTone } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Crest } from '../../ui/Crest.tsx'
import { Row, Small } from '../../ui/layout.ts'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { type Ruling, rulingsFor, textsOf } from './rulings.ts'

const Item = styled.li`
  container: match / inline-size;
  border-top: 1px solid var(--line);
`

const Line = styled.div`
  display: grid;
  grid-template: 'score score' auto 'when act' auto / minmax(0, 1fr) auto;
  gap: var(--s2) var(--s3);
  align-items: center;
  padding: 10px 12px;

  @container match (width < 18rem) {
    grid-template: 'score' auto 'when' auto 'act' auto / minmax(0, 1fr);
  }
  @container match (min-width: 41.25rem) {
    grid-template: 'when score act' auto / 11.25rem minmax(0, 1fr) minmax(9rem, auto);
    padding: 8px var(--s4);
  }
`

const When = styled.div`
  grid-area: when;
  display: grid;
  gap: 2px;
  justify-items: start;
  font-size: var(--t1);
  color: var(--muted);
`

const Score = styled.div`
  grid-area: score;
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto minmax(0, 1fr);
  gap: var(--s1);
  align-items: center;
  font: var(--b3);

  & > span {
    display: flex;
    align-items: center;
    gap: var(--s1);
    min-width: 0;
  }
  & > span:first-child {
    justify-content: flex-end;
    text-align: end;
  }
  @container match (width < 18rem) {
    grid-template-columns: minmax(0, 1fr);

    & > span:first-child {
      flex-direction: row-reverse;
      text-align: start;
    }
    b {
      justify-self: start;
      min-width: 0;
    }
  }
  b {
    min-width: 3rem;
    text-align: center;
    font: var(--b5);
    white-space: nowrap;
  }
  @container match (min-width: 21.25rem) {
    &,
    & > span {
      gap: var(--s2);
    }
    b {
      min-width: 3.5rem;
    }
  }
  @container match (min-width: 32.5rem) {
    font-size: var(--t4);
  }
  /* All beside each other: the longest names keep their line. */
  @container match (41.25rem <= width < 47.5rem) {
    font-size: var(--t3);
  }
`

const Act = styled.div`
  grid-area: act;
  display: flex;
  gap: var(--s1);
  justify-content: flex-end;

  button[aria-expanded] svg {
    transition: rotate var(--fast);
  }
  button[aria-expanded='true'] svg {
    rotate: 180deg;
  }
`

const More = styled.div`
  display: grid;
  gap: var(--s3);
  padding: var(--s3) 12px var(--s4);
  background: var(--bg);
  border-top: 1px solid var(--line);

  h4 {
    font-size: var(--t3);
  }
  @container match (min-width: 41.25rem) {
    padding-inline: var(--s4);
  }
`

const History = styled.ol`
  display: grid;

  li {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 0 var(--s3);
    padding: 6px 0;
    border-top: 1px solid var(--line);
    font-size: var(--t1);
  }
  time {
    color: var(--muted);
  }
  @container match (min-width: 32.5rem) {
    li {
      grid-template-columns: 8.125rem minmax(0, 1fr);
    }
  }
`

const STATUS: Record<AdminFixture['status'], { word: string; tone: BadgeTone }> = {
  SCHEDULED: { word: 'Scheduled', tone: 'neutral' },
  LIVE: { word: 'Live', tone: 'live' },
  FINISHED: { word: 'Finished', tone: 'ok' },
  POSTPONED: { word: 'Postponed', tone: 'warn' },
  CANCELLED: { word: 'Cancelled', tone: 'bad' },
}

function scoreText({ homeScore, awayScore }: AdminFixture): string {
  return homeScore !== null && awayScore !== null ? `${homeScore}–${awayScore}` : 'v'
}

function awardText({ awardedResult, homeTeam, awayTeam }: AdminFixture): string | null {
  if (!awardedResult) return null
  if (awardedResult === 'draw') return 'Awarded as a draw'
  return `Awarded to ${awardedResult === 'home' ? homeTeam.shortName : awayTeam.shortName}`
}

interface FixtureRowProps {
  fixture: AdminFixture
  onRule: (ruling: Ruling) => void
}

/** One fixture with its state, its usual next ruling, and behind a disclosure the other rulings and its history. */
export function FixtureRow({ fixture, onRule }: FixtureRowProps) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const [first, ...others] = rulingsFor(fixture)
  const name = `${fixture.homeTeam.shortName} v ${fixture.awayTeam.shortName}`
  const status = STATUS[fixture.status]
  const awarded = awardText(fixture)
  return (
    <Item>
      <Line>
        <VisuallyHidden as="h3">{name}</VisuallyHidden>
        <When>
          <Row>
            <Badge tone={fixture.isOverdue ? 'warn' : status.tone}>{fixture.isOverdue ? 'Overdue' : status.word}</Badge>
            {fixture.resultByHand && (
              <Badge tone="info">
                <Hand aria-hidden />
                By hand
              </Badge>
            )}
          </Row>
          {fixture.kickoffTime ? (
            <time dateTime={fixture.kickoffTime}>{fullTime(fixture.kickoffTime)}</time>
          ) : (
            <span>No date known</span>
          )}
          {awarded && <span>{awarded}</span>}
          <span>{counted(fixture.predictionCount, 'prediction')}</span>
        </When>
        <Score>
          <span>
            {fixture.homeTeam.shortName}
            <Crest team={fixture.homeTeam} size="sm" />
          </span>
          <b>{scoreText(fixture)}</b>
          <span>
            <Crest team={fixture.awayTeam} size="sm" />
            {fixture.awayTeam.shortName}
          </span>
        </Score>
        <Act>
          {first && (
            <Button size="sm" onClick={() => onRule(first)}>
              {textsOf(first, fixture).name}
              <VisuallyHidden> of {name}</VisuallyHidden>
            </Button>
          )}
          <Button
            size="sm"
            kind="plain"
            icon
            aria-expanded={open}
            aria-controls={`${id}-more`}
            aria-label={`More about ${name}`}
            onClick={() => setOpen(!open)}
          >
            <ChevronDown aria-hidden />
          </Button>
        </Act>
      </Line>
      <More id={`${id}-more`} hidden={!open}>
        {open && (
          <>
            <Row>
              {others.map((ruling) => (
                <Button key={ruling} size="sm" onClick={() => onRule(ruling)}>
                  {textsOf(ruling, fixture).name}
                </Button>
              ))}
            </Row>
            <h4>History</h4>
            <History>
              {fixture.history.map((entry, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: history only grows at its end
                <li key={index}>
                  <time dateTime={entry.at}>{shortTime(entry.at)}</time>
                  <div>
                    {entry.summary}
                    {(entry.reason || entry.by) && (
                      <Small as="div">{[entry.reason, entry.by && `by ${entry.by}`].filter(Boolean).join(' · ')}</Small>
                    )}
                  </div>
                </li>
              ))}
            </History>
          </>
        )}
      </More>
    </Item>
  )
}
