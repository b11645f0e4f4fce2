import { styled } from 'styled-components'

export const Subnav = styled.div`
  background: var(--surface);
  border-bottom: 1px solid var(--line);

  [role='tablist'] {
    border: 0;
  }
  [role='tab'] {
    @container page (min-width: 37.5rem) {
      flex: 0 0 auto;
    }
  }
`
