import { styled } from 'styled-components'

export const LiveTag = styled.span`
  display: inline-flex;
  align-items: center;
  gap: 6px;
  font: 600 var(--t3) / 1.2 var(--board);
  color: var(--live);

  &::before {
    content: '';
    width: 9px;
    height: 9px;
    background: currentColor;
    animation: plp-breathe 1s ease-in-out infinite alternate;
  }
`
