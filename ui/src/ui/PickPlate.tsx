import { LockKeyhole } from 'lucide-react'
import { styled } from 'styled-components'
import { VisuallyHidden } from './VisuallyHidden.tsx'

const Lit = styled.b`
  display: inline-flex;
  align-items: center;
  justify-content: center;
  min-width: 2.75rem;
  padding: 3px 8px;
  background: var(--lit);
  color: var(--lit-num);
  font: 600 var(--t4) / 1.05 var(--board);
  white-space: nowrap;

  &[data-word] {
    color: var(--on-lit);
    font-size: var(--t3);
  }
  /* Lime is reserved for the reader's own pick. */
  &[data-theirs] {
    color: var(--on-lit);
  }
  &[data-size='lg'] {
    min-width: 4.625rem;
    padding: 6px 8px 7px;
    font-size: var(--t5);
  }
  &[data-size='lg'][data-word] {
    min-height: 2.5625rem;
    font-size: var(--t3);
    white-space: normal;
  }
  @media (forced-colors: active) {
    border: 1px solid;
  }
`

/** A plate without a pick. */
export const OutlinePlate = styled(Lit)`
  gap: 5px;
  background: none;
  color: var(--muted);
  box-shadow: inset 0 0 0 1px var(--line-strong);
  font-size: var(--t2);

  svg {
    width: 1em;
    height: 1em;
  }
`

/** Text of a pick that the server has stored. */
export const SentPlate = Lit

interface PickPlateProps {
  pick: {
    readonly predictedResult: 'home' | 'draw' | 'away'
    readonly predictedHomeScore: number | null
    readonly predictedAwayScore: number | null
  }
  label?: string
  /** `lg`: shown in the place of the score, with the result in full words. */
  size?: 'md' | 'lg'
  isTheirs?: boolean
}

const WORDS = {
  md: { home: 'Home', draw: 'Draw', away: 'Away' },
  lg: { home: 'Home Win', draw: 'Draw', away: 'Away Win' },
} as const

export function PickPlate({ pick, label = 'Your pick', size = 'md', isTheirs }: PickPlateProps) {
  const { predictedResult, predictedHomeScore, predictedAwayScore } = pick
  const isScore = predictedHomeScore !== null && predictedAwayScore !== null
  return (
    <Lit data-word={isScore ? undefined : true} data-size={size} data-theirs={isTheirs || undefined}>
      <VisuallyHidden>{label} </VisuallyHidden>
      {isScore ? `${predictedHomeScore}–${predictedAwayScore}` : WORDS[size][predictedResult]}
    </Lit>
  )
}

export function SealedPlate() {
  return (
    <OutlinePlate>
      <LockKeyhole aria-hidden />
      Sealed
    </OutlinePlate>
  )
}
