import { styled } from 'styled-components'
import { Wrap } from '../../ui/layout.ts'

/** A page of panels below each other. */
export const Page = styled(Wrap)`
  display: grid;
  gap: var(--s4);
  align-content: start;
  padding-block: var(--s4);
  grid-template-columns: minmax(0, 1fr);

  @container page (min-width: 37.5rem) {
    gap: var(--s5);
    padding-block: var(--s5);
  }
`

export const Intro = styled.p`
  margin-top: 2px;
  color: var(--muted);
  overflow-wrap: anywhere;
  text-wrap: pretty;
`
