import { styled } from 'styled-components'
import { Wrap } from '../../ui/layout.ts'

/** Reserves the height of the tour, so that nothing moves when its code arrives or a step is longer. */
export const TourFrame = styled(Wrap)`
  padding-top: var(--s4);

  & > * {
    min-height: 11.5rem;
  }
  @container page (min-width: 37.5rem) {
    & > * {
      min-height: 7.5rem;
    }
  }
`
