import { styled } from 'styled-components'

/**
 * Layout of the whole table at each width. Columns dropped on narrow ones (`data-wide`, `data-next`) move below the
 * name (`data-sub`).
 */
export const TableFrame = styled.div`
  container: table / inline-size;

  td:first-child,
  th:first-child {
    width: 3rem;
  }
  td[data-next] {
    white-space: nowrap;
    font: 600 var(--t2) / 1.2 var(--board);
  }
  td[data-next] > span {
    display: inline-flex;
    align-items: center;
    gap: 6px;
  }
  td[data-points] {
    font: var(--b4);
  }
  [data-sub] {
    display: none;
    margin-top: 2px;
    font: 600 var(--t1) / 1.3 var(--board);
    color: var(--muted);
  }
  [data-sub] > span {
    display: inline-block;
    margin-right: 8px;
    white-space: nowrap;
  }
  tr[data-zone] > * {
    border-bottom: 2px solid var(--line-strong);
  }
  tr[data-live] > :first-child {
    box-shadow: inset 4px 0 0 var(--live);
  }
  [data-move] {
    width: 2.75rem;
    padding-inline: 0;
  }
  tr[data-club] > td {
    padding: var(--s4);
    background: var(--surface-2);
  }
  @container table (width < 62rem) {
    [data-next] {
      display: none;
    }
  }
  @container table (width < 48rem) {
    td,
    th {
      padding-inline: 8px;
    }
  }
  @container table (width < 46rem) {
    [data-wide] {
      display: none;
    }
    [data-sub] {
      display: block;
    }
    td,
    th {
      padding-inline: 6px;
    }
    tr > :first-child {
      width: 2rem;
    }
    [data-points] {
      padding-right: 12px;
    }
    [data-move] {
      width: 1.875rem;
    }
    tr[data-club] > td {
      padding: var(--s3) 12px;
    }
  }
  @container table (width < 19rem) {
    [data-move] {
      display: none;
    }
  }
  @container table (width < 18rem) {
    [data-spare] {
      display: none;
    }
  }
  /* The name below its position and points. */
  @container table (width < 13rem) {
    table,
    thead,
    tbody {
      display: block;
    }
    thead tr,
    tbody tr:not([data-club]) {
      display: grid;
      grid-template: 'place points' auto 'team team' auto / minmax(0, 1fr) auto;
      border-bottom: 1px solid var(--line);
    }
    tr > * {
      border: 0;
    }
    tr > [data-team] {
      grid-area: team;
      padding-left: 12px;
    }
    tr > :first-child {
      width: auto;
      text-align: start;
    }
    tr[data-club],
    tr[data-club] > td {
      display: block;
    }
  }
`
