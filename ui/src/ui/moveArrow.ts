import { css } from 'styled-components'

/** A `::before` that is a triangle pointing up. Forced colours would paint its background as that of the page. */
export const moveArrow = css`
  content: '';
  width: 9px;
  height: 8px;
  background: currentColor;
  clip-path: polygon(50% 0, 100% 100%, 0 100%);

  @media (forced-colors: active) {
    background: CanvasText;
  }
`
