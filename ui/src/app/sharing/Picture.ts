import { styled } from 'styled-components'

export const Picture = styled.img`
  width: 100%;
  max-width: 37.5rem;
  height: auto;
  background: var(--header);
`
