import { styled } from 'styled-components'

export const Subnav = styled.div`
  background: var(--surface);
  border-bottom: 1px solid var(--line);

  [role='tablist'] {
    border: 0;
  }
  [role='tab'] {
    /* Four tabs in one line of a phone. */
    padding-inline: var(--s1);

    @container page (min-width: 37.5rem) {
      flex: 0 0 auto;
      padding-inline: var(--s3);
    }
  }
`
