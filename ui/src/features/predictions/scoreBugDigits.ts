import { keyframes, styled } from 'styled-components'

const flip = keyframes`
  from {
    transform: rotateX(80deg);
  }
`

/** Input for a digit: outlined while unsaved, lit once saved. */
export const Box = styled.input`
  width: 100%;
  height: 100%;
  min-height: 58px;
  padding: 0;
  text-align: center;
  border: 1px solid var(--line-strong);
  border-radius: 0;
  background: var(--surface);
  color: var(--ink);
  font: 600 2rem / 1 var(--board);
  caret-color: var(--brand);

  &::placeholder {
    color: var(--line-strong);
    opacity: 1;
  }
  &:hover {
    border-color: var(--ink);
  }
  &:focus {
    outline: 2px solid var(--focus);
    outline-offset: 1px;
    z-index: 2;
    position: relative;
  }
  [data-state='draft'] &,
  [data-state='editing'] &,
  [data-state='saving'] &,
  [data-state='failed'] &,
  [data-state='waiting'] & {
    border: 2px solid var(--ink);
  }
  [data-state='waiting'] & {
    border-style: dashed;
  }
  [data-state='saved'] &:not(:placeholder-shown) {
    background: var(--lit);
    color: var(--lit-num);
    border-color: var(--lit);
    animation: ${flip} var(--flip) var(--ease);
  }
  [data-state='saved'] &:placeholder-shown {
    border-style: dashed;
  }
  @container fx (min-width: 32.5rem) {
    font-size: 2.25rem;
  }
`

export const LitDigit = styled.b`
  display: grid;
  place-items: center;
  min-height: 58px;
  background: var(--lit);
  color: var(--lit-num);
  font: 600 2rem / 1 var(--board);

  &[data-empty] {
    background: none;
    color: var(--line-strong);
    border: 1px dashed var(--line-strong);
  }
  @container fx (min-width: 32.5rem) {
    font-size: 2.25rem;
  }
`

/** A real goal: plain ink, large; the lower score is muted. */
export const Goal = styled.b`
  display: grid;
  place-items: center;
  font: var(--b6);
  white-space: nowrap;

  &[data-low] {
    color: var(--muted);
  }
`
