import type { ReactNode } from 'react'
import { styled } from 'styled-components'
import { PanelBox } from './Panel.tsx'

export const StatTiles = styled.dl`
  display: grid;
  gap: var(--s3-4);
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 8.25rem), 1fr));

  /* The last of an odd number of tiles spans the row. */
  @container page (width < 37.5rem) {
    & > :last-child:nth-child(odd) {
      grid-column: 1 / -1;
    }
  }
`

const Tile = styled(PanelBox)`
  display: flex;
  flex-direction: column-reverse;
  justify-content: flex-end;
  padding: var(--s4);

  dt {
    color: var(--muted);
    font-size: var(--t1);
  }
  dd {
    font: var(--b6);
    margin-bottom: 4px;

    @container page (width < 18rem) {
      font-size: var(--t5);
    }
  }
  dd[data-word] {
    font-size: var(--t5);
    line-height: 1.43;
    display: flex;
    gap: var(--s2);
    align-items: center;

    svg {
      flex: none;
    }
    /* Two tiles abreast from 320 px. */
    @container page (width < 22.5rem) {
      gap: 6px;
      font-size: var(--t4);
      line-height: 1.905;

      svg {
        width: 20px;
      }
    }
  }
  dd[data-note] {
    order: -1;
    margin: 0;
    font: 400 var(--t1) / 1.4 var(--text);
    color: var(--muted);
  }
`
export function StatTile({
  label,
  value,
  note,
  word,
}: {
  label: string
  value: ReactNode
  note?: string
  word?: boolean
}) {
  return (
    <Tile as="div">
      <dt>{label}</dt>
      <dd data-word={word || undefined}>{value}</dd>
      {note && <dd data-note>{note}</dd>}
    </Tile>
  )
}

export const Figures = styled.dl`
  display: flex;
  flex-wrap: wrap;
  gap: var(--s3) var(--s2);

  & > div {
    display: flex;
    flex: 1 0 4.5rem;
    flex-direction: column-reverse;
    justify-content: flex-end;
  }
  dt {
    font-size: var(--t1);
    color: var(--muted);
  }
  dd {
    font: var(--b5);
    white-space: nowrap;
  }
`
