import { styled } from 'styled-components'

/** Two columns of panels on wide pages; `data-single`: only one panel. */
export const Halves = styled.div`
  display: grid;
  gap: var(--s4);
  align-items: start;
  grid-template-columns: minmax(0, 1fr);

  @container page (min-width: 60rem) {
    gap: var(--s5);

    &:not([data-single]) {
      grid-template-columns: repeat(2, minmax(0, 1fr));
    }
  }
`
