import { styled } from 'styled-components'
import { Wrap } from '../../ui/layout.ts'

/** As high as the longest step of the tour, or with `data-low` as an invitation, so that nothing moves when that arrives. */
export const Reserved = styled(Wrap)`
  padding-top: var(--s4);

  & > * {
    min-height: 11.5rem;
  }
  &[data-low] > * {
    min-height: 8rem;
  }
  @container page (min-width: 37.5rem) {
    & > * {
      min-height: 7.5rem;
    }
    &[data-low] > * {
      min-height: 4.75rem;
    }
  }
`
