import { styled } from 'styled-components'

/** Points that calls pay, one `Spread` for each. */
export const PointsLines = styled.dl`
  & > div {
    padding: 9px 0;
    border-top: 1px solid var(--line);
  }
  & > div:first-child {
    border-top: 0;
  }
  dd {
    font-size: var(--t5);
    line-height: 1.1;
  }
`
