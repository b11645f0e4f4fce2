import { styled } from 'styled-components'
import { Stack, Wrap } from './layout.ts'

export const Page = styled(Wrap)`
  display: grid;
  gap: var(--s4-5);
  align-content: start;
  padding-block: var(--s4-5);
  grid-template-columns: minmax(0, 1fr);
`

/** A column of panels. `data-wide`: keeps the gap of a page on phones, too. */
export const Column = styled(Stack)`
  gap: var(--s3-5);
  min-width: 0;

  &[data-wide] {
    gap: var(--s4-5);
  }
`

export const Halves = styled(Page)`
  align-items: start;

  @container page (min-width: 64rem) {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
`

/** A wide column, and panels beside it. */
export const PageWithSide = styled(Page)`
  align-items: start;

  @container page (min-width: 64rem) {
    grid-template-columns: minmax(0, 1fr) 22rem;
  }
`

export const Intro = styled.p`
  margin-top: 2px;
  color: var(--muted);
  overflow-wrap: anywhere;
  text-wrap: pretty;
`
