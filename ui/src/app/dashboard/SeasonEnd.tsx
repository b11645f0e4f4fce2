import { useId } from 'react'
import { Link } from 'react-router-dom'
import { styled } from 'styled-components'
import type { TableRow } from '../../../../src/areas/fixtures/contract.ts'
import type { Prediction } from '../../../../src/areas/predictions/contract.ts'
import { gameweekPath } from '../../../../src/contracts/paths.ts'
import { useBoard, type WidgetBoard } from '../../features/boards/useBoard.ts'
import { useTable } from '../../features/table/api.ts'
import { ClubCell } from '../../features/table/LeagueTable.tsx'
import { accuracyText } from '../../lib/accuracy.ts'
import { count, ordinal, wordFor } from '../../lib/numbers.ts'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { Fact } from '../../ui/Facts.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Rank } from '../../ui/Rank.tsx'
import { Loading } from '../../ui/Skeleton.tsx'
import { Standings } from '../../ui/StandingsBoard.tsx'
import { Figures } from '../../ui/Stat.tsx'
import type { Columns } from '../../ui/Table.tsx'
import { Best } from './GameweekSummary.tsx'
import { Half, Halves } from './Halves.tsx'
import { bestGameweek, winnersText } from './season.ts'

const FIRST = 4

const Text = styled.p`
  color: var(--muted);
  margin-bottom: var(--s2);
`

const Foot = styled.div`
  padding: var(--s3) var(--s3-4);
`

interface SeasonEndProps {
  readonly userId: number
  readonly season: string
  readonly predictions: readonly Prediction[]
}

export function SeasonEnd({ userId, season, predictions }: SeasonEndProps) {
  const board = useBoard('top', null, userId)
  const winners = winnersText(board.read.data ?? [], userId)
  return (
    <>
      <Halves>
        <Half title="Your season">
          <Own board={board} predictions={predictions} season={season} />
        </Half>
        <Half title="The season’s best" isList>
          {winners === null ? null : <Text>{winners}</Text>}
          <Best board={board} userId={userId} label="The season’s best" />
        </Half>
      </Halves>
      <FinalTable />
    </>
  )
}

function Own({ board, predictions, season }: Omit<SeasonEndProps, 'userId'> & { board: WidgetBoard }) {
  const { me, read } = board
  const best = bestGameweek(predictions, season)
  if (me === null) return read.data ? <Text>You made no predictions this season.</Text> : null
  return (
    <Figures>
      <Fact label={wordFor(me.totalPoints, 'Point')}>{count(me.totalPoints)}</Fact>
      <Fact label="Place">{ordinal(me.ranking)}</Fact>
      <Fact label="Exact">{count(me.exactScores)}</Fact>
      <Fact label="Correct">
        {count(me.correctPredictions)} of {count(me.settledPredictions)}
      </Fact>
      <Fact label="Accuracy">{accuracyText(me)}</Fact>
      {best === null ? null : (
        <Fact
          label={
            <>
              Best: <Link to={gameweekPath(best.gameweek)}>Gameweek {best.gameweek}</Link>
            </>
          }
        >
          {count(best.points)}
        </Fact>
      )}
    </Figures>
  )
}

function FinalTable() {
  const id = useId()
  const table = useTable()
  return (
    <section aria-labelledby={id}>
      <Foot as="h3" id={id}>
        Final table
      </Foot>
      <Loaded
        read={table}
        failed="Unable to load the table"
        isBrief
        waiting={<Loading label="Loading table" rows={FIRST} rowHeight="34px" />}
      >
        {(rows) => (
          <Standings caption={`Final table, the first ${FIRST}`} columns={COLUMNS} rows={rows.slice(0, FIRST)} />
        )}
      </Loaded>
      <Foot>
        <ButtonLink size="sm" to="/table">
          See the full table
        </ButtonLink>
      </Foot>
    </section>
  )
}

const COLUMNS: Columns<TableRow> = [
  { name: 'Pos', cell: ({ position }) => <Rank ranking={position} /> },
  {
    name: 'Team',
    isRowHead: true,
    cell: (row) => <ClubCell row={row}>{row.position === 1 ? ', champions' : null}</ClubCell>,
  },
  { name: 'Points', is: 'n total', cell: ({ points }) => count(points) },
]
