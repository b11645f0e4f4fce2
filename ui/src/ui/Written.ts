import { css, styled } from 'styled-components'

/** Text of several lines, such as a player’s: keeps line breaks, breaks long words, and runs in its own direction (R357). */
export const written = css`
  white-space: pre-line;
  overflow-wrap: anywhere;
  unicode-bidi: plaintext;
`

export const Written = styled.span`
  ${written}
  display: block;
`
