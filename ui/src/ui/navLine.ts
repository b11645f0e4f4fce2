import { css } from 'styled-components'

/** Forced colours paint transparent borders, too: only the line of the current link may be visible. */
export const currentLine = css`
  @media (forced-colors: active) {
    a:not([aria-current]),
    button {
      border-color: Canvas;
    }
  }
`

/** Styles of navigation links; `--current` is the line below the current one. */
export const navLinks = css`
  a {
    display: flex;
    align-items: center;
    min-height: 44px;
    padding: 0 var(--s3);
    color: var(--muted);
    font: var(--b3);
    text-decoration: none;
    white-space: nowrap;
    border-block: 3px solid transparent;
  }
  a:hover,
  a[aria-current] {
    color: var(--ink);
  }
  a[aria-current] {
    border-bottom-color: var(--current, var(--ink));
  }
  ${currentLine}
  a:focus-visible {
    outline-offset: -4px;
  }
`
