import { css } from 'styled-components'

/** What is small to look at and met by a finger all the same: 6 px more on each side, `--finger` sets other ones. Takes `::before`. */
export const finger = css`
  /* Weighs nothing: what is placed otherwise stays there. */
  :where(&) {
    position: relative;
  }

  @media (pointer: coarse) {
    &::before {
      content: '';
      position: absolute;
      inset: var(--finger, -6px);
    }
  }
`
