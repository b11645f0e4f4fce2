import { styled } from 'styled-components'

/** Two parts abreast where there is room, each under its heading; a `data-list` lies edge to edge. */
export const Halves = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--s4) 0;
  padding-block: var(--s3);
  border-block: 1px solid var(--line);

  --edge: 12px;

  & > :not([data-list]),
  & > [data-list] > :not(ol) {
    padding-inline: var(--edge);
  }
  & h3 {
    margin-bottom: var(--s2);
    font-size: var(--t3);
  }
  @container page (min-width: 37.5rem) {
    --edge: 16px;
  }
  @container page (min-width: 48rem) {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
`
