import { styled } from 'styled-components'
import { VisuallyHidden } from './VisuallyHidden.tsx'

/** What somebody said: lime figures on a lit board. */
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
  @media (forced-colors: active) {
    border: 1px solid;
  }
`

export interface PickPlateProps {
  pick: {
    readonly predictedResult: 'home' | 'draw' | 'away'
    readonly predictedHomeScore: number | null
    readonly predictedAwayScore: number | null
  }
  /** What is read out before it. */
  label?: string
}

/** A pick that is on the server: its score, or the word of its result. */
export function PickPlate({ pick, label = 'Your pick' }: PickPlateProps) {
  const { predictedResult, predictedHomeScore, predictedAwayScore } = pick
  const isScore = predictedHomeScore !== null && predictedAwayScore !== null
  return (
    <Lit data-word={isScore ? undefined : true}>
      <VisuallyHidden>{label} </VisuallyHidden>
      {isScore
        ? `${predictedHomeScore}–${predictedAwayScore}`
        : { home: 'Home', draw: 'Draw', away: 'Away' }[predictedResult]}
    </Lit>
  )
}
