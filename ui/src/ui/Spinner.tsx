import { styled } from 'styled-components'

export const Spinner = styled.span.attrs({ 'aria-hidden': true })`
  flex: none;
  width: 1em;
  height: 1em;
  border: 2px solid currentColor;
  border-right-color: transparent;
  border-radius: 50%;
  animation: plp-spin 0.8s linear infinite;
`
