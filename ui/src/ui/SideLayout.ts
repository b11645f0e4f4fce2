import { css, styled } from 'styled-components'

/** For a grid of one column: a narrow one at its side, where there is room. */
export const sideColumn = css`
  @container page (min-width: 64rem) {
    grid-template-columns: minmax(0, 1fr) 22rem;
  }
  @container page (min-width: 90rem) {
    grid-template-columns: minmax(0, 1fr) 25rem;
  }
`

/** A part with a narrow one at its side, below it where there is no room. */
export const SideLayout = styled.div`
  display: grid;
  gap: var(--s3-5);
  align-items: start;
  grid-template-columns: minmax(0, 1fr);
  ${sideColumn}
`
