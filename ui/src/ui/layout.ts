import { css, styled } from 'styled-components'

/**
 * The width that what lies within goes by: `@container page (min-width: 64rem)`. In rem, so that enlarged text changes the layout
 * as a narrow screen does. Nothing within may be `fixed`: in browsers of 2024 it would stand in this box and not in the window.
 */
export const room = css`
  container: page / inline-size;

  /* Distances that grow with the page: the first on a phone, the second above. */
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

/** Lies over the page and is no part of it: on paper it would stand on every sheet. */
export const unprinted = css`
  @media print {
    display: none;
  }
`

/** The page's width: at most 1360 px, 12 px at the sides of a phone, 24 px above. */
export const Wrap = styled.div`
  width: 100%;
  max-width: 1360px;
  margin-inline: auto;
  padding-inline: var(--s3-5);
`

/** Parts below each other. `data-gap`: `tight` 4 px, `wide` 24 px, else 12 px. */
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

/** Parts beside each other, breaking where they must; `data-nowrap` keeps the line. */
export const Row = styled.div`
  display: flex;
  align-items: center;
  gap: var(--s2);
  flex-wrap: wrap;

  &[data-nowrap] {
    flex-wrap: nowrap;
  }
`

/** The buttons of a page's head: on a phone they fill the line, beside each other as far as they fit. */
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

/** A number or a score: condensed and tabular. */
export const Num = styled.span`
  font-family: var(--board);
  font-weight: 600;
`

export const Whole = styled.span`
  white-space: nowrap;
`

/** A side remark. `data-ink` keeps the colour of the text around it. */
export const Small = styled.span`
  font-size: var(--t1);
  line-height: 1.4;
  color: var(--muted);

  &[data-ink] {
    color: inherit;
  }
`
