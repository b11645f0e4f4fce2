import { css, styled } from 'styled-components'

/** Adds a narrow column at the side of a one-column grid if the page is wide enough. */
export const sideColumn = css`
  @container page (min-width: 64rem) {
    grid-template-columns: minmax(0, 1fr) 22rem;
  }
  @container page (min-width: 90rem) {
    grid-template-columns: minmax(0, 1fr) 25rem;
  }
`

/** Content with a narrow column at its side, or below it on narrow pages. */
export const SideLayout = styled.div`
  display: grid;
  gap: var(--s3-5);
  align-items: start;
  grid-template-columns: minmax(0, 1fr);
  ${sideColumn}
`
