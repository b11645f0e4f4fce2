import { css, styled } from 'styled-components'

/** Read out, not shown: for parts that only some widths have room for. */
export const unseen = css`
  position: absolute;
  width: 1px;
  height: 1px;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
`

/** Read out, not shown. */
export const VisuallyHidden = styled.span`
  ${unseen}
  margin: -1px;
  padding: 0;
  border: 0;
`
