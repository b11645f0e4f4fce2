import type { ReactNode } from 'react'
import { css, styled } from 'styled-components'
import type { Person } from '../../../src/contracts/common.ts'
import { Avatar } from './Avatar.tsx'
import { PlayerName } from './PlayerName.tsx'
import { Table } from './Table.tsx'

const gap = css`
  padding-block: 0;
  color: var(--muted);
  letter-spacing: 0.3em;
`

/** A table of players by points: the first column is the rank, `data-total` the figure that counts, `data-wide` cells are for wider screens than a phone. `GapRow` stands for those left out. */
export const StandingsBoard = styled(Table)`
  th:first-child,
  td:first-child {
    width: 3.375rem;
  }
  td[data-total] {
    font: var(--b4);
  }
  @container page (width < 37.5rem) {
    [data-wide] {
      display: none;
    }
  }
  @container page (width < 20rem) {
    [data-size] {
      display: none;
    }
  }
  /* The name below its rank and figures. */
  @container page (width < 14rem) {
    &,
    thead,
    tbody {
      display: block;
    }
    tr {
      display: grid;
      grid-template-columns: minmax(0, 1fr) auto auto;
      border-bottom: 1px solid var(--line);
    }
    tr > * {
      border: 0;
    }
    tr > th:not(:first-child):not([data-n]) {
      grid-area: 2 / 1 / auto / -1;
      padding-left: 12px;
    }
    tr > [colspan] {
      grid-column: 1 / -1;
    }
    th:first-child,
    td:first-child {
      width: auto;
    }
    tr[data-you] {
      background: var(--you-tint);
      box-shadow:
        inset 4px 0 0 var(--accent),
        inset 5px 0 0 var(--you-line);
    }
    tr[data-you] > *,
    tr[data-you] > *:first-child {
      background: none;
      box-shadow: none;
    }
  }
`

const GapCell = styled.td`
  && {
    ${gap}
    text-align: center;
  }
`

/** Wider than any board. */
const ALL_COLUMNS = 8

/** Those left out between two rows of a table. */
export function GapRow() {
  return (
    <tr aria-hidden>
      <GapCell colSpan={ALL_COLUMNS}>···</GapCell>
    </tr>
  )
}

const GapLine = styled.li`
  && {
    ${gap}
  }
`

/** Those left out between two rows of a list. */
export function GapItem() {
  return (
    <GapLine data-gap aria-hidden>
      ···
    </GapLine>
  )
}

const Player = styled.span`
  display: flex;
  align-items: center;
  gap: var(--s2);
  min-width: 0;
  overflow-wrap: anywhere;
`

interface StandingsPlayerProps {
  id: number
  person: Person
  isYou: boolean
  /** Below the name. */
  children?: ReactNode
}

/** Whose row it is; the reader's own is 'You'. */
export function StandingsPlayer({ id, person, isYou, children }: StandingsPlayerProps) {
  const { username, displayName, profileImage } = person
  return (
    <th scope="row">
      <Player>
        <Avatar username={username} image={profileImage} isYou={isYou} size="sm" />
        <span>
          <PlayerName id={id} name={username} also={displayName} isYou={isYou} />
          {children}
        </span>
      </Player>
    </th>
  )
}
