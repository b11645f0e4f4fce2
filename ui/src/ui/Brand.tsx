import { styled } from 'styled-components'

/** The product name with its lime corner. `as={Link}` makes it a link to the home page. */
export const Brand = styled.span`
  justify-self: start;
  display: inline-flex;
  align-items: center;
  min-height: 44px;
  color: var(--on-header);
  text-decoration: none;
  font: var(--b5);
  letter-spacing: 0.02em;

  &::after {
    content: '';
    width: 9px;
    height: 9px;
    margin: -11px 0 0 3px;
    background: var(--accent);
    clip-path: polygon(0 0, 100% 0, 100% 100%);
  }
`
