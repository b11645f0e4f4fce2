import { styled } from 'styled-components'

/** The mark of a joker. */
export const Doubled = styled.span`
  display: inline-grid;
  place-items: center;
  min-width: 26px;
  min-height: 22px;
  margin-right: var(--s2);
  padding: 0 5px;
  font: var(--b2);
  color: var(--lit-num);
  background: var(--lit);

  @media (forced-colors: active) {
    border: 1px solid;
  }
`
