import { useState } from 'react'
import { styled } from 'styled-components'
import type { SharedPick } from '../../../../src/areas/sharing/contract.ts'
import { pointsPerVerdict } from '../../../../src/contracts/points.ts'
import { matchName } from '../../features/fixtures/model.ts'
import { draftKey } from '../../features/predictions/draftKey.ts'
import { countdownText } from '../../lib/countdown.ts'
import { stored } from '../../lib/storage.ts'
import { Crest } from '../../ui/Crest.tsx'
import { Dot } from '../../ui/Dot.ts'
import { Small } from '../../ui/layout.ts'
import { lazyComponent } from '../../ui/lazyComponent.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'

const Bug = lazyComponent(() => import('../sharing/Bug.tsx').then((module) => module.Bug), <Skeleton height="60px" />)

const Frame = styled.div`
  container: fx / inline-size;
`

/* As high as the score bug that replaces it. */
const Drawn = styled.button`
  display: grid;
  grid-template-columns: minmax(0, 1fr) 2.875rem 2.75rem 2.875rem minmax(0, 1fr);
  gap: 3px;
  width: 100%;
  min-height: 60px;
  align-items: stretch;

  & > * {
    display: grid;
    place-items: center;
    min-width: 0;
    background: var(--surface-2);
  }
  @container fx (width < 18rem) {
    grid-template-columns: minmax(0, 1fr);
  }
`

const Side = styled.span`
  align-content: center;
  gap: 3px;
  padding: 5px 4px;
  font: 600 var(--t3) / 1.02 var(--board);
`

const Box = styled.span`
  && {
    background: none;
    border: 1px solid var(--line-strong);
  }
`

interface InvitationProps {
  readonly name: string
  readonly open: SharedPick | undefined
  readonly now: number
}

/** What the panel of an invitation asks: the reader's own score of the next match. */
export function Invitation({ name, open, now }: InvitationProps) {
  const points = pointsPerVerdict(open?.fixture.season ?? null)
  return (
    <>
      {open && (
        <>
          {open.fixture.kickoffTime && (
            <Dot data-on as={Small}>
              Open · {countdownText(Date.parse(open.fixture.kickoffTime), now)}
            </Dot>
          )}
          <p>
            {name} says {pickName(open)}. What do you say?
          </p>
          <Call open={open} />
        </>
      )}
      <Small as="p">
        Exact score {points.exact} points, correct result {points.correct}, wrong {points.wrong}.
        {open && ' Your pick stays on this device until you have an account.'}
      </Small>
    </>
  )
}

function pickName({ result, homeScore, awayScore, fixture }: SharedPick): string {
  if (homeScore !== null) return `${homeScore}–${awayScore}`
  return { home: fixture.homeTeam.shortName, draw: 'draw', away: fixture.awayTeam.shortName }[result]
}

/** A drawing of the score bug, replaced by the real one on hover or click: its code is too large for the first view. */
function Call({ open: { fixture } }: { open: SharedPick }) {
  const [interest, setInterest] = useState<'none' | 'hover' | 'click'>(() =>
    stored(draftKey('guest')) === null ? 'none' : 'hover',
  )
  if (interest !== 'none') return <Bug fixture={fixture} isFocused={interest === 'click'} />
  return (
    <Frame>
      <Drawn onPointerEnter={() => setInterest('hover')} onClick={() => setInterest('click')}>
        <VisuallyHidden>Your score of {matchName(fixture)}</VisuallyHidden>
        <Side aria-hidden>
          <Crest team={fixture.homeTeam} />
          {fixture.homeTeam.shortName}
        </Side>
        <Box aria-hidden>–</Box>
        <small aria-hidden>Draw</small>
        <Box aria-hidden>–</Box>
        <Side aria-hidden>
          <Crest team={fixture.awayTeam} />
          {fixture.awayTeam.shortName}
        </Side>
      </Drawn>
    </Frame>
  )
}
