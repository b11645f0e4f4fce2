import type { ReactNode } from 'react'
import { styled } from 'styled-components'
import type { TableRow } from '../../../../src/areas/fixtures/contract.ts'
import { Crest } from '../../ui/Crest.tsx'
import { ScrollBox } from '../../ui/ScrollBox.ts'
import { type Columns, DataRow, DataTable, Table } from '../../ui/Table.tsx'
import { inOrder, ZONES } from './model.ts'

const Clubs = styled(Table)`
  && tr > * {
    padding: 6px var(--s3);
  }
  && thead th {
    z-index: 1;
    padding-block: 8px;
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
`

const TeamCell = styled.span`
  display: flex;
  align-items: center;
  gap: 10px;
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

/** Position, club, points; keyboard-scrollable. */
export function LeagueTable({ rows }: { rows: readonly TableRow[] }) {
  return (
    <ScrollBox tabIndex={0} role="group" aria-label="Premier League Table">
      <DataTable as={Clubs} caption="Premier League table" columns={COLUMNS}>
        {inOrder(rows).map((row, index) => (
          <DataRow key={row.id} columns={COLUMNS} row={row} data-zone={ZONES.has(index + 1) || undefined} />
        ))}
      </DataTable>
    </ScrollBox>
  )
}
