import { styled } from 'styled-components'

/** The bar of unsaved changes: at the lower edge of the window, above the tab bar of a phone. */
export const StickyBar = styled.section`
  position: sticky;
  bottom: calc(var(--bar-height) - 2px + env(safe-area-inset-bottom));
  z-index: 6;
  display: flex;
  align-items: center;
  justify-content: space-between;
  flex-wrap: wrap;
  gap: var(--s2) var(--s3);
  padding: 10px var(--s3);
  color: var(--on-header);
  background: var(--header);
  border-top: 3px solid var(--accent);
  --focus: var(--accent);
  --muted: var(--header-muted);

  @container page (min-width: 64rem) {
    bottom: 0;
  }
`
