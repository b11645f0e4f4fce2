import { styled } from 'styled-components'
import { Wrap } from '../../ui/layout.ts'

/** Has the height of the longest step of the tour, or with `data-low` that of an invitation, also before its code arrives. */
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
