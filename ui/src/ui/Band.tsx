import type { ReactNode } from 'react'
import { styled } from 'styled-components'
import { PitchLines } from './PitchLines.tsx'
import { tapTarget } from './tapTarget.ts'

const Backdrop = styled.section`
  position: relative;
  overflow: hidden;
  background: var(--header);
  color: var(--on-header);
  --focus: var(--accent);
  border-top: 1px solid var(--header-line);
`

const Inner = styled.div`
  position: relative;
  width: 100%;
  max-width: 1360px;
  margin-inline: auto;
  padding: var(--s3-4) var(--s3-5);
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--s3);

  @container page (min-width: 64rem) {
    grid-template-columns: minmax(0, 1fr) auto;
    align-items: center;
    padding-block: var(--s5);
  }
`

/** The dark strip at the top of a page, labelled by the heading with the id `labelledBy`. */
export function Band({ labelledBy, children }: { labelledBy: string; children: ReactNode }) {
  return (
    <Backdrop aria-labelledby={labelledBy}>
      <PitchLines />
      <Inner>{children}</Inner>
    </Backdrop>
  )
}

/** The band's numbers: `BandStat`s, or `div`s of `dd` and `dt`. */
export const BandStats = styled.dl`
  display: flex;
  justify-content: space-between;

  & > div {
    display: flex;
    flex-direction: column;
    padding: 0 0 0 var(--s2);
    border-left: 1px solid var(--header-line);
  }
  & > div:first-child {
    padding-left: 0;
    border: 0;
  }
  & dt {
    order: 2;
    font-size: var(--t1);
    line-height: 1.25;
    color: var(--header-muted);
    white-space: nowrap;
  }
  & dd {
    font: var(--b5);
  }
  && dd[data-note] {
    order: 3;
    font: 400 var(--t1) / 1.25 var(--text);
    color: var(--header-muted);
  }
  @container page (width < 37.5rem) {
    & [data-wide] {
      display: none;
    }
  }
  @container page (width < 18rem) {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 5.25rem), 1fr));
    gap: var(--s3);

    & > div {
      padding: 0;
      border: 0;
    }
  }
  @container page (min-width: 37.5rem) {
    justify-content: start;
    & > div {
      padding-inline: var(--s4);
    }
  }
  @container page (min-width: 64rem) {
    justify-content: end;
    & > div {
      padding-inline: var(--s5);
    }
    & dd {
      font: var(--b6);
    }
  }
`

interface BandStatProps {
  label: string
  /** Extra words of the label, hidden on phones. */
  before?: string
  after?: string
  value: string
  /** What the value is measured in or a share of. */
  note?: string
}

export function BandStat({ label, before, after, value, note }: BandStatProps) {
  return (
    <div>
      <dt>
        {before && <span data-wide>{before} </span>}
        {label}
        {after && <span data-wide> {after}</span>}
      </dt>
      <dd>{value}</dd>
      {note && <dd data-note>{note}</dd>}
    </div>
  )
}

/** Heading of the page and the lines below it; `data-small` for side remarks. */
export const BandAbout = styled.div`
  display: grid;
  gap: var(--s2);
  min-width: 0;

  h1 {
    font-size: var(--t6);
    line-height: 1;
    overflow-wrap: anywhere;

    @container page (width < 18rem) {
      font-size: var(--t5);
    }
  }
  p {
    color: var(--header-muted);
    overflow-wrap: anywhere;
    text-wrap: pretty;
  }
  p[data-small] {
    font-size: var(--t1);
  }
  p a {
    ${tapTarget}
    --tap-inset: -10px -8px;
    display: inline-flex;
    align-items: center;
    min-height: 24px;
    color: var(--on-header);
  }
`

export const BandControl = styled.div`
  select {
    width: auto;
    max-width: 100%;
    color: var(--ink);
  }
`
