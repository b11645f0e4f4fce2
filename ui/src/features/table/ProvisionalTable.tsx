import type { Fixture, TableRow } from '../../../../src/areas/fixtures/contract.ts'
import { RankMove } from '../../ui/Rank.tsx'
import { SoFar } from '../../ui/SoFar.ts'
import { type Columns, DataRow, DataTable } from '../../ui/Table.tsx'
import { ClubCell, Clubs } from './LeagueTable.tsx'
import { compare, sidesOf, ZONES } from './model.ts'

/** A settled row with the places gained in the matches under way. */
export interface ProvisionalRow extends TableRow {
  readonly movement: number
  readonly isLive: boolean
}

/** The settled table with these matches under way counted as if they ended now. */
export function asItStands(settled: readonly TableRow[], live: readonly Fixture[]): ProvisionalRow[] {
  const rows = settled.map((club) => {
    const [side] = sidesOf(live, club.id)
    if (!side) return { ...club, isLive: false }
    const goalsFor = club.goalsFor + (side.scored ?? 0)
    const goalsAgainst = club.goalsAgainst + (side.conceded ?? 0)
    const points = club.points + { W: 3, D: 1, L: 0 }[side.letter]
    return { ...club, points, goalsFor, goalsAgainst, goalDifference: goalsFor - goalsAgainst, isLive: true }
  })
  const placed = rows.map((row) => {
    const position = 1 + rows.filter((other) => compare(row, other) > 0).length
    return { ...row, position, movement: row.position - position }
  })
  return placed.sort((a, b) => a.position - b.position || a.shortName.localeCompare(b.shortName, 'en-GB'))
}

const LIVE_COLUMNS: Columns<ProvisionalRow> = [
  { name: 'Pos', is: 'number', cell: ({ position }) => position },
  { name: 'Movement', head: null, is: 'number arrows', cell: ({ movement }) => <RankMove movement={movement} /> },
  { name: 'Team', isRowHead: true, cell: (row) => <ClubCell row={row} /> },
  { name: 'Points', is: 'number', cell: ({ points, isLive }) => (isLive ? <SoFar>{points}</SoFar> : points) },
]

/** The table with the matches under way; arrows compare with the settled one. */
export function ProvisionalTable({ rows }: { rows: readonly ProvisionalRow[] }) {
  return (
    <DataTable as={Clubs} caption="Premier League table as it stands" columns={LIVE_COLUMNS}>
      {rows.map((row, index) => (
        <DataRow key={row.id} columns={LIVE_COLUMNS} row={row} data-zone={ZONES.has(index + 1) || undefined} />
      ))}
    </DataTable>
  )
}
