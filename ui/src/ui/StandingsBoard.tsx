import type { ComponentProps, ComponentType, HTMLAttributes, ReactNode } from 'react'
import { styled } from 'styled-components'
import type { Person } from '../../../src/contracts/common.ts'
import { Avatar } from './Avatar.tsx'
import { GapRow } from './Gap.tsx'
import { PlayerName } from './PlayerName.tsx'
import { Rank } from './Rank.tsx'
import { type Column, type Columns, DataRow, DataTable, Table } from './Table.tsx'

/**
 * A table of players by points. The first column is the rank; `data-total` marks the deciding figure; `data-wide` cells
 * are hidden on phones.
 */
export const StandingsBoard = styled(Table)`
  th:first-child,
  td:first-child {
    width: 3.375rem;
  }
  [data-arrows] {
    width: 2.5rem;
  }
  td[data-total] {
    font: var(--b4);
  }
  @container page (width < 37.5rem) {
    [data-wide] {
      display: none;
    }
  }
  /* Leaves its place to the name. */
  @container page (width <= 20rem) {
    [data-arrows] {
      display: none;
    }
  }
  /* Puts the name below the rank and the figures. */
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
      box-shadow: var(--you-mark);
    }
    tr[data-you] > *,
    tr[data-you] > *:first-child {
      background: none;
      box-shadow: none;
    }
  }
`

const Player = styled.span`
  display: flex;
  align-items: center;
  gap: var(--s2);
  min-width: 0;
  overflow-wrap: anywhere;

  /* The picture. */
  @container page (width < 20rem) {
    & > [data-size] {
      display: none;
    }
  }
`

interface StandingsPlayerProps {
  /** null: the player was deleted. */
  id: number | null
  person: Person
  isYou: boolean
  children?: ReactNode
}

export function StandingsPlayer({ id, person, isYou, children }: StandingsPlayerProps) {
  const { username, displayName, profileImage } = person
  return (
    <Player>
      <Avatar username={username} image={profileImage} isYou={isYou} size="sm" />
      <span>
        <PlayerName id={id} name={username} also={displayName} isYou={isYou} />
        {children}
      </span>
    </Player>
  )
}

/** There is no medal without points. */
export const rankColumn: Column<{ readonly ranking: number; readonly totalPoints: number }> = {
  name: 'Rank',
  cell: ({ ranking, totalPoints }) => <Rank ranking={ranking} noMedal={totalPoints === 0} />,
}

/** `notes`: below the name. */
export const playerColumn = <Row extends Person & { readonly id: number }>(
  userId: number | undefined,
  notes: (row: Row) => ReactNode = () => null,
): Column<Row> => ({
  name: 'Player',
  isRowHead: true,
  cell: (row) => (
    <StandingsPlayer id={row.id} person={row} isYou={row.id === userId}>
      {notes(row)}
    </StandingsPlayer>
  ),
})

interface StandingsProps<Row> {
  as?: ComponentType<ComponentProps<'table'>>
  caption: ReactNode
  columns: Columns<Row>
  isStale?: boolean | undefined
  lead?: readonly Row[]
  between?: ReactNode
  rows: readonly Row[]
  apart?: Row | null
  /** Id of the reader, whose row is highlighted. */
  you?: number | undefined
  ownRow?: HTMLAttributes<HTMLTableRowElement>
}

export function Standings<Row extends { readonly id: number }>({
  as = StandingsBoard,
  caption,
  columns,
  isStale,
  lead = [],
  between,
  rows,
  apart,
  you,
  ownRow,
}: StandingsProps<Row>) {
  const drawn = (row: Row) => (
    <DataRow key={row.id} columns={columns} row={row} {...(row.id === you && { 'data-you': true, ...ownRow })} />
  )
  return (
    <DataTable as={as} caption={caption} columns={columns} isStale={isStale}>
      {lead.map(drawn)}
      {between}
      {rows.map(drawn)}
      {apart && (
        <>
          <GapRow />
          {drawn(apart)}
        </>
      )}
    </DataTable>
  )
}
