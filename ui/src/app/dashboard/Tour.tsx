import { useState } from 'react'
import { styled } from 'styled-components'
import { pointsPerVerdict } from '../../../../src/contracts/points.ts'
import { CUTOFF_MINUTES } from '../../../../src/contracts/rules.ts'
import { store, stored } from '../../lib/storage.ts'
import { Button } from '../../ui/Button.tsx'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { Row, Small, Spread } from '../../ui/layout.ts'
import { PanelBox } from '../../ui/Panel.tsx'
import { Reserved } from './Reserved.tsx'
import { tourKey } from './tour.ts'

interface Step {
  readonly title: string
  readonly text: string
  readonly more?: { readonly to: string; readonly label: string }
}

const POINTS = pointsPerVerdict(null)

const STEPS: readonly Step[] = [
  {
    title: 'Pick a result, or type a score',
    text: 'Press a club or Draw in the list below, add a score if you like, and save. Ten matches make a gameweek.',
  },
  {
    title: 'Change your mind',
    text: `You can edit every pick until ${CUTOFF_MINUTES} minutes before its kickoff. Nobody else sees it before then.`,
  },
  {
    title: 'Score points',
    text: `The exact score earns ${POINTS.exact} points, the correct result ${POINTS.correct}.`,
    more: { to: '/help#scoring', label: 'How scoring works' },
  },
  {
    title: 'Play with friends',
    text: 'Create a league and send its link. Once a match locks, you see each other’s picks.',
    more: { to: '/leagues', label: 'Go to leagues' },
  },
  {
    title: 'Climb the boards',
    text: 'Follow your rank, and join the weekly challenge, the cup and the knockout.',
    more: { to: '/competitions', label: 'Go to competitions' },
  },
]

const Box = styled(PanelBox)`
  display: grid;
  gap: var(--s2);
  height: 100%;
  padding: var(--s4);
  align-content: space-between;

  h2 {
    font-size: var(--t4);
  }
`

/** Introduces a new player to the game in five steps, once per device. A reload continues at the same step. */
export function Tour({ userId }: { userId: number }) {
  const key = tourKey(userId)
  const [at, setAt] = useState(() => {
    const saved = Number(stored(key))
    return saved in STEPS ? saved : 0
  })
  const [isOver, setOver] = useState(false)
  if (isOver) return null
  const { title, text, more } = STEPS[at]!
  const isLast = at === STEPS.length - 1
  const go = (step: number) => {
    store(key, String(step))
    setAt(step)
  }
  const end = () => {
    store(key, 'done')
    setOver(true)
    // The focused button disappears.
    document.getElementById('main')?.focus({ preventScroll: true })
  }
  return (
    <Reserved>
      <Box aria-label="Tour">
        <div role="status">
          <Spread>
            <h2>{title}</h2>
            <Small>
              Step {at + 1} of {STEPS.length}
            </Small>
          </Spread>
          <p>{text}</p>
        </div>
        <Spread>
          <Row>
            {at > 0 && (
              <Button size="sm" onClick={() => go(at - 1)}>
                Back
              </Button>
            )}
            <Button size="sm" onClick={isLast ? end : () => go(at + 1)}>
              {isLast ? 'Finish' : 'Next'}
            </Button>
            {more && (
              <ButtonLink size="sm" kind="plain" to={more.to}>
                {more.label}
              </ButtonLink>
            )}
          </Row>
          {!isLast && (
            <Button size="sm" kind="plain" onClick={end}>
              Skip tour
            </Button>
          )}
        </Spread>
      </Box>
    </Reserved>
  )
}
