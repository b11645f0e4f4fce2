import { styled } from 'styled-components'
import { Page } from '../../ui/Page.ts'

/** The table, and panels beside it. */
export const Columns = styled(Page)`
  align-items: start;

  @container page (min-width: 64rem) {
    grid-template-columns: minmax(0, 1fr) 22rem;
  }
`
