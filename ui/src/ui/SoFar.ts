import { styled } from 'styled-components'

/** A figure that is not settled yet. */
export const SoFar = styled.span`
  display: inline-block;
  padding: 1px 6px;
  font: var(--b3);
  color: var(--live);
  background: var(--live-tint);
`

/** Word for figures that are not settled yet, such as 'As it stands'. */
export const NowTag = styled.span`
  display: inline-flex;
  align-items: center;
  gap: 6px;
  font-size: var(--t1);
  font-weight: 600;
  color: var(--live);

  &::before {
    content: '';
    width: 8px;
    height: 8px;
    background: currentColor;
  }
`
