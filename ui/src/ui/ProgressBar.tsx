import type { CSSProperties } from 'react'
import { styled } from 'styled-components'

const Track = styled.span`
  display: block;
  height: 6px;
  background: var(--track, var(--surface-2));

  &::before {
    content: '';
    display: block;
    height: 100%;
    width: var(--full);
    background: var(--filled, var(--ink));
  }
  @media (forced-colors: active) {
    border: 1px solid;

    &::before {
      background: CanvasText;
    }
  }
`

interface ProgressBarProps {
  /** Accessible name. Without it the bar is decoration for text that gives the same value. */
  label?: string
  /** 0 to 100. */
  percent: number
  /** `12 of 128`, announced instead of the percentage. */
  text?: string
  className?: string
}

/** A progress bar. `--track` and `--filled` override its colours. */
export function ProgressBar({ label, percent, text, className }: ProgressBarProps) {
  const style = { '--full': `${percent}%` } as CSSProperties
  if (label === undefined) return <Track aria-hidden className={className} style={style} />
  return (
    <Track
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      aria-valuetext={text}
      className={className}
      style={style}
    />
  )
}
