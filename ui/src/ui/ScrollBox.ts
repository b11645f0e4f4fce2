import { styled } from 'styled-components'

/** Scrolls inside its panel; give it `tabIndex={0}`, `role="group"` and a name, so that a keyboard can scroll it. */
export const ScrollBox = styled.div`
  position: relative;
  overflow: auto;
  max-height: 372px;
  overscroll-behavior: contain;

  &:focus-visible {
    outline-offset: -2px;
  }
  thead th {
    position: sticky;
    top: 0;
    background: var(--surface);
    box-shadow: 0 1px 0 var(--line);
  }
`
