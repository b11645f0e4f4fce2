import { styled } from 'styled-components'
import { unseen } from '../../ui/VisuallyHidden.tsx'

/** Status of a pick in a word: saved, locked, missing. */
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
      ${unseen}
    }
  }
`

export const PickLine = styled.span`
  display: inline-flex;
  align-items: center;
  gap: var(--s2);
  font-size: var(--t1);
  color: var(--muted);
  white-space: nowrap;

  @container fx (width < 32.5rem) {
    & > [data-label] {
      ${unseen}
    }
  }
  @container fx (min-width: 53rem) {
    display: grid;
    gap: 1px;
    justify-items: center;
    line-height: 1.2;
  }
`
