import { styled } from 'styled-components'
import { Small } from './layout.ts'
import { PanelBox } from './Panel.tsx'
import { written } from './Written.ts'

/** A grid of cards at least 300 px wide; `--least` sets another width. */
export const Cards = styled.ul`
  display: grid;
  gap: var(--s3-4);
  grid-template-columns: repeat(auto-fill, minmax(min(100%, var(--least, 18.75rem)), 1fr));
`

/** A card in a grid. Its heading links to its page, and the last child is aligned to the bottom. */
export const Card = styled(PanelBox)`
  display: flex;
  flex-direction: column;
  gap: var(--s3);
  padding: var(--s4);

  & > :is(h2, h3) {
    font-size: var(--t4);
    overflow-wrap: anywhere;
    padding-right: var(--s3);
  }
  & > :is(h2, h3) a {
    color: inherit;
    text-decoration-color: transparent;
  }
  & > :is(h2, h3) a:hover {
    text-decoration-color: currentColor;
  }
  & > :last-child {
    margin-top: auto;
  }
`

/** A description cut after three lines; `--lines` sets another number. */
export const CardText = styled.p`
  display: -webkit-box;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: var(--lines, 3);
  overflow: hidden;
  ${written}
`

export const CardFacts = styled(Small)`
  display: grid;
  gap: 2px;
  overflow-wrap: anywhere;
`
