import { styled } from 'styled-components'
import { count } from '../lib/numbers.ts'
import { moveArrow } from './moveArrow.ts'
import { movementOf } from './movement.ts'
import { VisuallyHidden } from './VisuallyHidden.tsx'

const Plate = styled.span`
  flex: none;
  display: inline-grid;
  place-items: center;
  min-width: 1.875rem;
  height: 1.75rem;
  padding-inline: 2px;
  font: var(--b3);
  color: var(--muted);

  &[data-medal] {
    color: var(--on-medal);
    background: var(--gold);
    clip-path: polygon(0 0, 76% 0, 100% 26%, 100% 100%, 0 100%);
  }
  &[data-medal='2'] {
    background: var(--silver);
  }
  &[data-medal='3'] {
    background: var(--bronze);
  }
`

export function Rank({ ranking, noMedal }: { ranking: number; noMedal?: boolean }) {
  return (
    <Plate data-medal={ranking <= 3 && !noMedal ? ranking : undefined}>
      <VisuallyHidden>Rank </VisuallyHidden>
      {count(ranking)}
    </Plate>
  )
}

const Move = styled.span`
  display: inline-flex;
  align-items: center;
  justify-content: flex-end;
  gap: 3px;
  min-width: 1.875rem;
  font: var(--b2);
  color: var(--muted);

  &[data-direction='up']::before,
  &[data-direction='down']::before {
    ${moveArrow}
  }
  &[data-direction='up'] {
    color: var(--ok);
  }
  &[data-direction='down'] {
    color: var(--loss);
  }
  &[data-direction='down']::before {
    rotate: 180deg;
  }
`

/** Ranks gained or lost; null: no earlier rank. */
export function RankMove({ movement }: { movement: number | null }) {
  const { direction, text, words } = movementOf(movement)
  return (
    <Move data-direction={direction}>
      <span aria-hidden>{text}</span>
      <VisuallyHidden>{words}</VisuallyHidden>
    </Move>
  )
}
