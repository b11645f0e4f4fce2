import type { ReactNode } from 'react'
import { styled } from 'styled-components'
import type { FinalTableClub } from '../../../../src/areas/final-table/contract.ts'
import { Crest } from '../../ui/Crest.tsx'
import { zoneAt } from './model.ts'

/** Clubs in a predicted order. The place is counted, never typed. */
export const ClubList = styled.ol`
  counter-reset: place;
  position: relative;
`

const Row = styled.li`
  counter-increment: place;
  position: relative;
  display: grid;
  grid-template-columns: 30px 26px minmax(0, 1fr) auto;
  gap: var(--s2);
  align-items: center;
  min-height: 46px;
  padding: 3px var(--s3) 3px 4px;
  border-top: 1px solid var(--line);
  background: var(--surface);

  &::before {
    content: counter(place);
    font: var(--b4);
    text-align: center;
    color: var(--muted);
  }
  &:first-child::before {
    color: var(--ink);
  }
  &[data-lifted] {
    z-index: 4;
    background: var(--surface-2);
    box-shadow: inset 0 0 0 2px var(--ink);
  }
  &[data-zone] {
    border-top: 2px solid var(--line-strong);
  }
  &[data-zone]::after {
    content: attr(data-zone);
    position: absolute;
    left: 50%;
    top: -9px;
    translate: -50% 0;
    padding: 0 6px;
    font: 500 var(--t1) / 17px var(--text);
    color: var(--muted);
    background: var(--surface);
    pointer-events: none;
  }
  @container page (width < 20rem) {
    grid-template-columns: 30px minmax(0, 1fr) auto;

    & > [data-size] {
      display: none;
    }
  }
  @container page (width < 15rem) {
    grid-template-columns: 30px minmax(0, 1fr);

    & > :last-child {
      grid-column: 2;
      justify-self: end;
    }
  }
`

const Name = styled.span`
  min-width: 0;
  font: 600 var(--t3) / 1.1 var(--board);
  overflow-wrap: anywhere;

  small {
    display: block;
    font: 400 var(--t1) / 1.25 var(--text);
    color: var(--muted);
  }
`

interface ClubRowProps {
  club: FinalTableClub
  /** From 0. */
  index: number
  clubs: number
  about: ReactNode
  isLifted?: boolean
  children: ReactNode
}

export function ClubRow({ club, index, clubs, about, isLifted, children }: ClubRowProps) {
  return (
    <Row data-zone={zoneAt(index, clubs)} data-lifted={isLifted || undefined}>
      <Crest team={club} size="sm" />
      <Name>
        {club.shortName}
        {about && <small>{about}</small>}
      </Name>
      {children}
    </Row>
  )
}
