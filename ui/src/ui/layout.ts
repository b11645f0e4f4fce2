import { css, styled } from 'styled-components'

/**
 * Container for the layout queries inside: `@container page (min-width: 64rem)`. Widths are in rem, so that enlarged
 * text changes the layout like a narrow screen. Nothing inside may be `fixed`: browsers of 2024 would position it in
 * this box, not in the window.
 */
export const room = css`
  container: page / inline-size;

  /* Gaps that grow with the page: the first on a phone, the second above. */
  & > * {
    --s3-4: var(--s3);
    --s3-5: var(--s3);
    --s4-5: var(--s4);

    @container page (min-width: 37.5rem) {
      --s3-4: var(--s4);
      --s3-5: var(--s5);
      --s4-5: var(--s5);
    }
  }
`

/** For overlays, which would appear on every printed sheet. */
export const unprinted = css`
  @media print {
    display: none;
  }
`

/** Page width: at most 1360 px, with margins of 12 px on a phone and 24 px above. */
export const Wrap = styled.div`
  width: 100%;
  max-width: 1360px;
  margin-inline: auto;
  padding-inline: var(--s3-5);
`

/** A vertical stack. `data-gap`: `tight` 4 px, `wide` 24 px, default 12 px. */
export const Stack = styled.div`
  display: grid;
  gap: var(--s3);
  align-content: start;
  grid-template-columns: minmax(0, 1fr);

  &[data-gap='tight'] {
    gap: var(--s1);
  }
  &[data-gap='wide'] {
    gap: var(--s5);
  }
`

/** A horizontal row that wraps; `data-nowrap` keeps it on one line. */
export const Row = styled.div`
  display: flex;
  align-items: center;
  gap: var(--s2);
  flex-wrap: wrap;

  &[data-nowrap] {
    flex-wrap: nowrap;
  }
`

/** Buttons in a page's header: on a phone they fill the width, as many in a row as fit. */
export const Actions = styled(Row)`
  @container page (width < 26rem) {
    flex: 1 1 auto;

    & > * {
      flex: 1 1 auto;
      padding-inline: 10px;
    }
  }
`

export const Spread = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: var(--s2) var(--s3);
  flex-wrap: wrap;
`

/** Condensed tabular figures for numbers and scores. */
export const Num = styled.span`
  font-family: var(--board);
  font-weight: 600;
`

export const Whole = styled.span`
  white-space: nowrap;
`

/** Small muted text. `data-ink` inherits the colour. */
export const Small = styled.span`
  font-size: var(--t1);
  line-height: 1.4;
  color: var(--muted);

  &[data-ink] {
    color: inherit;
  }
`
