import type { ReactNode } from 'react'
import { styled } from 'styled-components'
import type { TableRow } from '../../../../src/areas/fixtures/contract.ts'
import { Crest } from '../../ui/Crest.tsx'
import { type Columns, DataRow, DataTable, Table } from '../../ui/Table.tsx'
import { inOrder, ZONES } from './model.ts'

export const Clubs = styled(Table)`
  && tr > * {
    padding: 2px var(--s3);
  }
  && thead th {
    z-index: 1;
    padding-block: 4px;
  }
  td {
    font: 600 var(--t3) / 1.3 var(--board);
    text-align: end;
    white-space: nowrap;
  }
  td:first-child {
    width: 3.25rem;
  }
  [data-number] {
    text-align: end;
  }
  [data-zone] > * {
    border-bottom: 2px solid var(--line-strong);
  }
  [data-arrows] {
    width: 2.5rem;
  }
  @container page (width <= 20rem) {
    [data-arrows] {
      display: none;
    }
  }
  @container page (width < 18rem) {
    && tr > * {
      padding-inline: 4px;
    }
    tbody th {
      font: 600 var(--t1) / 1.2 var(--board);
    }
    td:first-child {
      width: auto;
    }
  }
`

const TeamCell = styled.span`
  display: flex;
  align-items: center;
  gap: 10px;
  overflow-wrap: anywhere;

  @container page (width < 18rem) {
    & > [data-size] {
      display: none;
    }
  }
`

export function ClubCell({ row, children }: { row: TableRow; children?: ReactNode }) {
  return (
    <TeamCell>
      <Crest team={row} size="sm" />
      {row.shortName}
      {children}
    </TeamCell>
  )
}

const COLUMNS: Columns<TableRow> = [
  { name: 'Pos', is: 'number', cell: ({ position }) => position },
  { name: 'Team', isRowHead: true, cell: (row) => <ClubCell row={row} /> },
  { name: 'Points', is: 'number', cell: ({ points }) => points },
]

/** Position, club, points. */
export function LeagueTable({ rows }: { rows: readonly TableRow[] }) {
  return (
    <DataTable as={Clubs} caption="Premier League table" columns={COLUMNS}>
      {inOrder(rows).map((row, index) => (
        <DataRow key={row.id} columns={COLUMNS} row={row} data-zone={ZONES.has(index + 1) || undefined} />
      ))}
    </DataTable>
  )
}
