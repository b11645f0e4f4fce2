import { Dialog as Radix } from 'radix-ui'
import { styled } from 'styled-components'

/** What lies over the page behind a dialog, a sheet or a drawer. */
export const Scrim = styled(Radix.Overlay)`
  position: fixed;
  inset: 0;
  z-index: 20;
  background: var(--scrim);
  animation: plp-appear var(--slow) var(--ease);
`
