import { css } from 'styled-components'

/** A link outside running text: at least 24 px for any pointer, without making its line taller. */
export const reachable = css`
  display: inline-block;
  min-width: 24px;
  min-height: 24px;
  max-width: 100%;
  padding-block: 4px;
  margin-block: -4px;
`

/** Enlarges the touch area of a small element by 6 px on each side; `--tap-inset` overrides it. Uses `::before`. */
export const tapTarget = css`
  /* Zero specificity: an element with its own position keeps it. */
  :where(&) {
    position: relative;
  }

  @media (pointer: coarse) {
    &::before {
      content: '';
      position: absolute;
      inset: var(--tap-inset, -6px);
    }
  }
`
