import { styled } from 'styled-components'

/**
 * A note with an icon, as wide as its panel. `data-live`: about points that are not settled yet; `data-tone='warn'`: a
 * warning.
 */
export const SideNote = styled.p`
  display: flex;
  gap: var(--s2);
  padding: 10px var(--s4);
  font-size: var(--t1);
  background: var(--surface-2);

  svg {
    flex: none;
    width: 1.2em;
    height: 1.2em;
    margin-top: 1px;
  }
  &[data-live] {
    background: var(--live-tint);
  }
  &[data-live] > svg {
    color: var(--live);
  }
  &[data-tone='warn'] {
    background: var(--warn-tint);
  }
  &[data-tone='warn'] svg {
    color: var(--warn);
  }
`
