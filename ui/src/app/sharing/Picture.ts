import { styled } from 'styled-components'

/** A shared picture of 1200 × 630. */
export const Picture = styled.img`
  width: 100%;
  max-width: 37.5rem;
  height: auto;
  aspect-ratio: 1200 / 630;
  background: var(--header);
`
