import { useId } from 'react'
import { Link } from 'react-router-dom'
import { styled } from 'styled-components'
import type { TableRow } from '../../../../src/contracts/fixtures.ts'
import type { Prediction } from '../../../../src/contracts/predictions.ts'
import { useBoard } from '../../features/boards/useBoard.ts'
import { useTable } from '../../features/table/api.ts'
import { count, ordinal, wordFor } from '../../lib/numbers.ts'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { Crest } from '../../ui/Crest.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Rank } from '../../ui/Rank.tsx'
import { Loading } from '../../ui/Skeleton.tsx'
import { StandingsBoard } from '../../ui/StandingsBoard.tsx'
import { Figure, Figures } from '../../ui/Stat.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { gameweekPath } from '../paths.ts'
import { Best } from './GameweekSummary.tsx'
import { Halves } from './halves.ts'
import { bestGameweek, winnersText } from './season.ts'

/** How many clubs of the final table are named; the page of the table has them all. */
const FIRST = 4

const Text = styled.p`
  color: var(--muted);
  margin-bottom: var(--s2);
`

const Club = styled.span`
  display: flex;
  align-items: center;
  gap: 10px;
`

const Foot = styled.div`
  padding: var(--s3) 12px;

  @container page (min-width: 37.5rem) {
    padding-inline: 16px;
  }
`

interface SeasonEndProps {
  readonly userId: number
  readonly season: string
  readonly predictions: readonly Prediction[]
}

/** What a season came to when all of it is played: the reader's own, the game's best and the final table. */
export function SeasonEnd({ userId, season, predictions }: SeasonEndProps) {
  const base = useId()
  const board = useBoard('top', null, userId)
  const winners = winnersText(board.entries ?? [], userId)
  return (
    <>
      <Halves>
        <section aria-labelledby={`${base}-own`}>
          <h3 id={`${base}-own`}>Your season</h3>
          <Own me={board.me} best={bestGameweek(predictions, season)} isRead={board.entries !== undefined} />
        </section>
        <section aria-labelledby={`${base}-best`} data-list>
          <h3 id={`${base}-best`}>The season’s best</h3>
          {winners === null ? null : <Text>{winners}</Text>}
          <Best board={board} userId={userId} label="The season’s best" />
        </section>
      </Halves>
      <FinalTable />
    </>
  )
}

interface OwnProps {
  readonly me: ReturnType<typeof useBoard>['me']
  readonly best: ReturnType<typeof bestGameweek>
  readonly isRead: boolean
}

function Own({ me, best, isRead }: OwnProps) {
  if (me === null) return isRead ? <Text>You made no predictions this season.</Text> : null
  return (
    <Figures>
      <Figure label={wordFor(me.totalPoints, 'Point')}>{count(me.totalPoints)}</Figure>
      <Figure label="Place">{ordinal(me.ranking)}</Figure>
      <Figure label="Exact">{count(me.exactScores)}</Figure>
      <Figure label="Correct">
        {count(me.correctPredictions)} of {count(me.settledPredictions)}
      </Figure>
      <Figure label="Accuracy">{me.accuracy}%</Figure>
      {best === null ? null : (
        <Figure
          label={
            <>
              Best: <Link to={gameweekPath(best.gameweek)}>Gameweek {best.gameweek}</Link>
            </>
          }
        >
          {count(best.points)}
        </Figure>
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
        {(rows) => <Clubs rows={rows} />}
      </Loaded>
      <Foot>
        <ButtonLink size="sm" to="/table">
          Whole table
        </ButtonLink>
      </Foot>
    </section>
  )
}

function Clubs({ rows }: { rows: readonly TableRow[] }) {
  return (
    <StandingsBoard>
      <VisuallyHidden as="caption">Final table, the first {FIRST}</VisuallyHidden>
      <thead>
        <tr>
          <th scope="col">Pos</th>
          <th scope="col">Team</th>
          <th scope="col" data-n>
            Points
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.slice(0, FIRST).map((row) => (
          <tr key={row.id}>
            <td>
              <Rank ranking={row.position} />
            </td>
            <th scope="row">
              <Club>
                <Crest team={row} size="sm" />
                {row.shortName}
                {row.position === 1 ? ', champions' : null}
              </Club>
            </th>
            <td data-n data-total>
              {count(row.points)}
            </td>
          </tr>
        ))}
      </tbody>
    </StandingsBoard>
  )
}
