import { styled } from 'styled-components'
import type { Verdict } from '../../../src/contracts/scoring-rules.ts'

/** Points and verdict: exact is filled, correct tinted, wrong plain. One line in a narrow match (container `fx`). */
const Tag = styled.span`
  display: inline-grid;
  justify-items: center;
  min-width: 3.875rem;
  padding: 4px 8px 5px;
  line-height: 1;
  text-align: center;
  color: var(--pc, var(--ink));
  background: linear-gradient(225deg, transparent 5px, var(--pf, transparent) 5.4px);

  & > b {
    font: 600 var(--t4) / 0.95 var(--board);
  }
  & > span {
    font-size: var(--t1);
    font-weight: 600;
  }
  &[data-kind='exact'] {
    --pf: var(--accent);
    --pc: var(--on-accent);
  }
  &[data-theirs][data-kind='exact'] {
    --pf: var(--lit);
    --pc: var(--on-lit);
  }
  &[data-kind='correct'] {
    --pf: var(--ok-tint);
    --pc: var(--ok);
  }
  &[data-kind='wrong'] {
    --pc: var(--muted);
  }
  &[data-kind='live'] {
    --pf: var(--live-tint);
    --pc: var(--live);
  }
  @container fx (width < 32.5rem) {
    display: inline-flex;
    align-items: baseline;
    justify-content: center;
    gap: 5px;
    min-width: 4.625rem;
  }
  @container fx (min-width: 32.5rem) {
    & > b {
      font-size: var(--t5);
    }
  }
  @container fx (min-width: 53rem) {
    min-width: 4.875rem;
    padding-inline: 4px;
  }
  @media (forced-colors: active) {
    border: 1px solid;
  }
`

const WORDS = { exact: 'Exact', correct: 'Correct', wrong: 'Wrong', live: 'So far' } as const

interface PointsTagProps {
  points: number
  /** `live`: the match is under way and not settled. */
  verdict: Verdict | 'live'
  isTheirs?: boolean
}

export function PointsTag({ points, verdict, isTheirs }: PointsTagProps) {
  return (
    <Tag data-kind={verdict} data-theirs={isTheirs || undefined}>
      <b>{points}</b>
      <span>{WORDS[verdict]}</span>
    </Tag>
  )
}
