import { css, styled } from 'styled-components'

/**
 * The score bug: club plate, score, draw, score, club plate; the plates are the result radios. Outline and tick:
 * selected, not saved (`data-state` draft, editing, saving, failed, waiting). Lit: stored on the server (`saved`). It
 * follows the width of its match.
 */
export const ScoreBug = styled.fieldset`
  grid-area: score;
  --box: 2.875rem;
  --mid: 2.75rem;
  display: grid;
  grid-template-columns: minmax(0, 1fr) var(--box) var(--mid) var(--box) minmax(0, 1fr);
  gap: 3px;
  min-height: 60px;

  &[data-settled] {
    min-height: 48px;
  }
  @container fx (width < 32.5rem) {
    &[data-settled] {
      --box: 1.875rem;
      --mid: 0.875rem;
      min-height: 40px;
    }
  }
  @container fx (max-width: 20.625rem) {
    &:not([data-settled]) {
      --box: 2.75rem;
      --mid: 2.5rem;
    }
  }
  /* One line per club with its score, the draw between them. */
  @container fx (width < 18rem) {
    grid-template: 'home home-box' auto 'mid mid' auto 'away away-box' auto / minmax(0, 1fr) 3rem;

    &[data-settled] {
      grid-template: 'home home-box' auto 'away away-box' auto / minmax(0, 1fr) 2.25rem;
      gap: 0;
    }
    & > :nth-child(1) {
      grid-area: home;
    }
    & > :nth-child(2) {
      grid-area: home-box;
    }
    & > :nth-child(3) {
      grid-area: mid;
    }
    & > :nth-child(4) {
      grid-area: away-box;
    }
    & > :nth-child(5) {
      grid-area: away;
    }
    &[data-settled] > :nth-child(3) {
      display: none;
    }
  }
  @container fx (min-width: 32.5rem) {
    --box: 3.25rem;
    --mid: 3.375rem;
  }
  @container fx (min-width: 53rem) {
    --box: 3.125rem;
    --mid: 3rem;
    min-height: 58px;
  }
`

/** A result with its radio stretched over it: plain, outlined once selected, lit once saved. */
const choice = css`
  position: relative;

  &[data-choice] {
    background: var(--surface-2);
    cursor: pointer;
  }
  &[data-choice]:hover {
    background: var(--line);
  }
  & input[type='radio'] {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
    opacity: 0;
    cursor: inherit;
  }
  &:has(:focus-visible) {
    outline: 2px solid var(--focus);
    outline-offset: 2px;
    z-index: 2;
  }
  &[data-choice]:has(:checked) {
    background: var(--surface);
    box-shadow: inset 0 0 0 2px var(--ink);
    color: var(--ink);
  }
  [data-state='waiting'] &[data-choice]:has(:checked) {
    box-shadow: none;
    outline: 2px dashed var(--ink);
    outline-offset: -2px;
  }
  [data-state='saved'] &[data-choice]:has(:checked),
  &[data-lit] {
    background: var(--lit);
    box-shadow: none;
    color: var(--on-lit);
  }
  @media (forced-colors: active) {
    &:has(:checked) {
      outline: 3px solid Highlight;
    }
  }
`

export const Plate = styled.label`
  ${choice}
  min-width: 0;
  display: grid;
  grid-template: 'crest mx' auto 'nm nm' auto / auto minmax(0, 1fr);
  gap: 3px 6px;
  align-content: center;
  align-items: center;
  padding: 5px 8px;

  & [data-name] {
    grid-area: nm;
    font: 600 var(--t3) / 1.02 var(--board);
    overflow-wrap: anywhere;
  }
  & [data-crest] {
    --w: 1.5rem;
    grid-area: crest;
  }
  &[data-side='away'] {
    grid-template: 'mx crest' auto 'nm nm' auto / minmax(0, 1fr) auto;
    text-align: end;
  }
  @container fx (width < 32.5rem) {
    [data-settled] > & {
      display: flex;
      gap: 8px;
    }
    [data-settled] > &[data-side='away'] {
      flex-direction: row-reverse;
    }
  }
  [data-settled] > & {
    padding-inline: 0;
  }
  @container fx (max-width: 20.625rem) {
    padding-inline: 4px;
    & [data-name] {
      font-size: 0.875rem;
    }
  }
  @container fx (width < 18rem) {
    padding-inline: 8px;

    &[data-side='away'] {
      grid-template: 'crest mx' auto 'nm nm' auto / auto minmax(0, 1fr);
      text-align: start;
    }
    [data-settled] > &[data-side='away'] {
      flex-direction: row;
    }
    & [data-name] {
      font-size: var(--t2);
    }
  }
  @container fx (min-width: 32.5rem) {
    grid-template: 'nm crest' auto 'mx crest' auto / minmax(0, 1fr) auto;
    gap: 0 10px;
    padding-inline: 10px;
    text-align: end;
    &[data-side='away'] {
      grid-template: 'crest nm' auto 'crest mx' auto / auto minmax(0, 1fr);
      text-align: start;
    }
    & [data-crest] {
      --w: 1.875rem;
    }
    & [data-name] {
      font-size: var(--t4);
      align-self: end;
    }
    &:not([data-choice]) [data-name] {
      grid-row: 1 / 3;
      align-self: center;
    }
  }
  @container fx (min-width: 53rem) {
    column-gap: 8px;
    padding-inline: 8px;
  }
`

/** Multiplier of a result, with a tick once selected. */
export const Multiplier = styled.span`
  grid-area: mx;
  font-size: var(--t1);
  line-height: 1.1;
  font-weight: 400;
  color: var(--muted);
  white-space: nowrap;

  [data-side='away'] > & {
    justify-self: end;

    @container fx (width < 18rem) {
      justify-self: start;
    }
  }
  label:has(:checked) > & {
    color: var(--ink);
    font-weight: 600;
  }
  label:has(:checked) > &::before {
    content: '';
    display: inline-block;
    width: 5px;
    height: 10px;
    margin: -3px 6px 0 2px;
    border: solid var(--tick, currentColor);
    border-width: 0 2.5px 2.5px 0;
    rotate: 42deg;
    vertical-align: 1px;
  }
  [data-state='saved'] label:has(:checked) > & {
    --tick: var(--lit-num);
    color: var(--lit-muted);
    font-weight: 400;
  }
  @container fx (width < 32.5rem) {
    & [data-place],
    label:has(:checked) > & [data-word] {
      display: none;
    }
  }
  @container fx (max-width: 24.0625rem) {
    & [data-word] {
      display: none;
    }
  }
  @container fx (max-width: 20.625rem) {
    label:has(:checked) > &::before {
      margin: -3px 4px 0 0;
    }
  }
  @container fx (min-width: 32.5rem) {
    align-self: start;
    justify-self: end;
    [data-side='away'] > & {
      justify-self: start;
    }
  }
`

export const Mid = styled.label`
  display: grid;
  place-content: center;
  justify-items: center;
  gap: 2px;
  font-size: var(--t1);
  line-height: 1.1;
  text-align: center;
  color: var(--muted);

  &[data-choice] {
    color: var(--ink);
    font-weight: 600;
  }
  ${choice}
  &:has(:checked) {
    padding-top: 12px;
  }
  & > ${Multiplier} {
    grid-area: auto;
    place-self: center;
  }
  @container fx (width < 18rem) {
    grid-auto-flow: column;
    align-items: center;
    gap: 8px;
    min-height: 44px;

    &:has(:checked) {
      padding-top: 0;
    }
  }
  @container fx (min-width: 18rem) {
    &:has(:checked) > ${Multiplier}::before {
      position: absolute;
      top: 8px;
      left: 50%;
      margin: 0 0 0 -3px;
    }
  }
  [data-settled] > & {
    font: var(--b5);
    color: var(--line-strong);
  }
`
