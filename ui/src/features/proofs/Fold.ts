import { styled } from 'styled-components'

/** Details that a reader opens. */
export const Fold = styled.details`
  summary {
    padding-block: 4px;
    font-weight: 600;
    cursor: pointer;
  }
`
