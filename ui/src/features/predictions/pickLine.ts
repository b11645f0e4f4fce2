import { styled } from 'styled-components'

/** What became of a pick, in a word: saved, locked, missing. */
export const Receipt = styled.span`
  display: inline-flex;
  align-items: center;
  gap: 4px;
  font-size: var(--t1);
  white-space: nowrap;
  color: var(--ok);
  font-weight: 600;

  &[data-quiet] {
    color: var(--muted);
    font-weight: 400;
  }
  @container fx (max-width: 25rem) {
    & [data-word] {
      position: absolute;
      width: 1px;
      height: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }
  }
`

/** The pick beside the points that it made. */
export const PickLine = styled.span`
  display: inline-flex;
  align-items: center;
  gap: var(--s2);
  font-size: var(--t1);
  color: var(--muted);
  white-space: nowrap;

  @container fx (width < 32.5rem) {
    & > [data-label] {
      position: absolute;
      width: 1px;
      height: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }
  }
  @container fx (min-width: 45rem) {
    display: grid;
    gap: 1px;
    justify-items: center;
    line-height: 1.2;
  }
`
