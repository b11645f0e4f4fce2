import { styled } from 'styled-components'

/** A list of steps with a mark each, joined by a line. `--mark` of an item fills its mark. */
export const Timeline = styled.ol`
  display: grid;

  & > li {
    position: relative;
    display: grid;
    grid-template-columns: 20px minmax(0, 1fr);
    gap: var(--s3);
    padding-bottom: var(--s3);
    overflow-wrap: anywhere;
  }
  & > li::before {
    content: '';
    z-index: 1;
    width: 10px;
    height: 10px;
    margin: 5px 0 0 5px;
    background: var(--mark, var(--surface));
    border: 2px solid var(--mark, var(--line-strong));
  }
  & > li:not(:last-child)::after {
    content: '';
    position: absolute;
    left: 9px;
    top: 12px;
    bottom: -6px;
    width: 2px;
    background: var(--line);
  }
  & > li:last-child {
    padding-bottom: 0;
  }
  b {
    display: block;
    font: 600 var(--t3) / 1.25 var(--board);
  }
`
