import { styled } from 'styled-components'
import { Wrap } from '../../ui/layout.ts'

/** Reserves the height of the tour, or with `data-low` of an invitation, so that nothing moves when its code arrives. */
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
