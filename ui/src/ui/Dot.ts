import { styled } from 'styled-components'

/** Status dot: green before the cutoff (`data-on`), grey after it. Always used with a text label. */
export const Dot = styled.span`
  white-space: nowrap;

  &::before {
    content: '';
    display: inline-block;
    margin-right: 6px;
    vertical-align: 1px;
    width: 8px;
    height: 8px;
    border-radius: 50%;
    background: var(--line-strong);
  }
  &[data-on]::before {
    background: var(--ok);
    box-shadow: 0 0 0 2px var(--ok-tint);
  }
  &[data-closing] {
    color: var(--warn);
    font-weight: 600;
  }
`
