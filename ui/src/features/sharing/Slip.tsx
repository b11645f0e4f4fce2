import type { ReactNode } from 'react'
import { styled } from 'styled-components'
import { Crest } from '../../ui/Crest.tsx'
import { PickPlate } from '../../ui/PickPlate.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import type { Call } from './model.ts'

const Box = styled.div`
  container: slip / inline-size;
`

const Cells = styled.ol`
  display: grid;
  grid-template-columns: repeat(5, minmax(0, 1fr));
  gap: 2px;

  li {
    display: grid;
    justify-items: stretch;
    align-content: start;
    min-width: 0;
    overflow: hidden;
    background: var(--surface-2);
  }
  @container slip (min-width: 35rem) {
    grid-template-columns: repeat(10, minmax(0, 1fr));
  }
  @container slip (width < 18rem) {
    grid-template-columns: repeat(3, minmax(0, 1fr));
  }
`

const Two = styled.span`
  display: flex;
  justify-content: center;
  gap: 3px;
  padding: 6px 0 5px;

  & > * {
    --w: 1.5rem;
  }
`

const Plate = styled.span`
  display: grid;

  & > b {
    min-width: 0;
    min-height: 1.8125rem;
    padding: 2px 0 3px;
  }
`

const Paid = styled.span`
  padding: 3px 0 4px;
  text-align: center;
  font: var(--b2);
  color: var(--muted);
  white-space: nowrap;

  [data-kind='exact'] > & {
    background: var(--accent);
    color: var(--on-accent);
  }
  [data-kind='correct'] > & {
    background: var(--ok-tint);
    color: var(--ok);
  }
  [data-kind='live'] > & {
    background: var(--live);
    color: var(--on-live);
  }
`

interface SlipProps {
  calls: readonly Call[]
  /** Adds a line to the cell of a pick. */
  below?(call: Call): ReactNode
}

export function Slip({ calls, below }: SlipProps) {
  return (
    <Box>
      <Cells aria-label={`The ${calls.length} picks`}>
        {calls.map((call) => {
          const { id, home, away, pick, kind, points, brief } = call
          const isSettled = kind === 'exact' || kind === 'correct' || kind === 'wrong'
          return (
            <li key={id} data-kind={kind}>
              <VisuallyHidden>
                {home.shortName} v {away.shortName}:
              </VisuallyHidden>
              <Two aria-hidden>
                <Crest team={home} />
                <Crest team={away} />
              </Two>
              <Plate>
                <PickPlate pick={pick} label="Predicted" />
              </Plate>
              <Paid>
                {isSettled ? points : brief}
                {isSettled && <VisuallyHidden> points, {kind}</VisuallyHidden>}
              </Paid>
              {below?.(call)}
            </li>
          )
        })}
      </Cells>
    </Box>
  )
}
