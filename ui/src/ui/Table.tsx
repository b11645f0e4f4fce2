import { styled } from 'styled-components'

/** A table in a panel. Cells with `data-n` are numbers and stand right; a row with `data-you` is the reader's own. */
export const Table = styled.table`
  th,
  td {
    padding: 10px var(--s3);
    border-bottom: 1px solid var(--line);
    vertical-align: middle;
  }
  tr:last-child > * {
    border-bottom: 0;
  }
  thead th {
    padding-block: 8px;
    font-size: var(--t1);
    color: var(--muted);
    white-space: nowrap;
  }
  caption {
    text-align: start;
  }
  td[data-n] {
    text-align: end;
    font: 600 var(--t3) / 1.3 var(--board);
    white-space: nowrap;
  }
  th[data-n] {
    text-align: end;
  }
  tr[data-you] > * {
    background: var(--you-tint);
  }
  tr[data-you] > *:first-child {
    box-shadow:
      inset 4px 0 0 var(--accent),
      inset 5px 0 0 var(--you-line);
  }
  @container page (width < 37.5rem) {
    th,
    td {
      padding-inline: 6px;
    }
    tr > :first-child {
      padding-left: 12px;
    }
    tr > :last-child {
      padding-right: 12px;
    }
  }
`

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
