import type { ReactNode } from 'react'
import { styled } from 'styled-components'

export const Facts = styled.dl`
  & > div {
    display: grid;
    grid-template-columns: minmax(6rem, 34%) minmax(0, 1fr);
    gap: 2px var(--s3);
    align-items: baseline;
    padding: 9px 0;
    border-top: 1px solid var(--line);
  }
  & > :first-child {
    border-top: 0;
  }
  dt {
    font-size: var(--t1);
    color: var(--muted);
  }
  dd {
    min-width: 0;
    overflow-wrap: anywhere;
  }
  @container page (width < 18rem) {
    & > div {
      grid-template-columns: minmax(0, 1fr);
    }
  }
`

/** A label and its value, in a `dl`: `Facts` or `Figures`. */
export function Fact({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
