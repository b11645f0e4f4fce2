import { css, styled } from 'styled-components'

/** For screen readers only: for content that is visible at some widths only. */
export const unseen = css`
  position: absolute;
  width: 1px;
  height: 1px;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
`

/** For screen readers only. */
export const VisuallyHidden = styled.span`
  ${unseen}
  margin: -1px;
  padding: 0;
  border: 0;
`
