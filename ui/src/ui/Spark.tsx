import type { CSSProperties } from 'react'
import { styled } from 'styled-components'

const Bars = styled.span`
  display: inline-flex;
  align-items: flex-end;
  gap: 2px;
  height: 24px;
  vertical-align: middle;

  & > span {
    width: 7px;
    height: max(2px, var(--v) * 100%);
    background: var(--line-strong);
  }
  & > :last-child {
    background: var(--ink);
  }
  @media (forced-colors: active) {
    & > span {
      background: CanvasText;
    }
  }
`

/** A small bar chart, scaled to `most`, with the latest bar dark. `label` gives the values as text. */
export function Spark({ values, most, label }: { values: readonly number[]; most: number; label: string }) {
  return (
    <Bars role="img" aria-label={label}>
      {values.map((value, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place
        <span key={index} style={{ '--v': value / most } as CSSProperties} />
      ))}
    </Bars>
  )
}
