import { styled } from 'styled-components'

/** Scrolls inside its panel. Add `tabIndex={0}`, `role="group"` and a label, so that it can be scrolled by keyboard. */
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
