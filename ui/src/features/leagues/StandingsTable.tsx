import { styled } from 'styled-components'
import type { LeagueStanding } from '../../../../src/contracts/leagues.ts'
import { count } from '../../lib/numbers.ts'
import { Rank, RankMove } from '../../ui/Rank.tsx'
import { Spark } from '../../ui/Spark.tsx'
import { GapRow, StandingsBoard, StandingsPlayer } from '../../ui/StandingsBoard.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { mostOf, rowApart } from './model.ts'

const Board = styled(StandingsBoard)`
  [data-move] {
    width: 3.25rem;
  }
  abbr {
    text-decoration: none;
  }
`

const Since = styled.small`
  display: block;
  font: 400 var(--t1) / 1.3 var(--text);
  color: var(--muted);
  white-space: nowrap;

  [data-you] & {
    color: var(--ink);
  }
  @container page (width < 20rem) {
    white-space: normal;
  }
`

interface StandingsTableProps {
  caption: string
  rows: readonly LeagueStanding[]
  me: LeagueStanding | null
  /** The season's: with movement, the latest gameweeks, and the points since joining of who came late. */
  isOverall: boolean
  /** The gameweek that is being played; null: there is no season. */
  current: number | null
}

/** A league's members by points; the reader's row is 'You', after a gap where it lies on another page. */
export function StandingsTable({ caption, rows, me, isOverall, current }: StandingsTableProps) {
  const apart = rowApart(rows, me)
  const most = mostOf([...rows, ...(apart ? [apart] : [])])
  const hasRecent = isOverall && current !== null && most !== null
  const row = (entry: LeagueStanding) => (
    <StandingRow
      key={entry.id}
      entry={entry}
      isYou={entry.id === me?.id}
      isOverall={isOverall}
      most={hasRecent ? most : null}
    />
  )
  return (
    <Board>
      <VisuallyHidden as="caption">{caption}</VisuallyHidden>
      <thead>
        <tr>
          <th scope="col">Rank</th>
          {isOverall && (
            <th scope="col" data-move data-wide>
              <VisuallyHidden>Movement</VisuallyHidden>
            </th>
          )}
          <th scope="col">Player</th>
          {hasRecent && (
            <>
              <th scope="col" data-n data-wide>
                Last five
              </th>
              <th scope="col" data-n>
                <abbr title={`Gameweek ${current}`}>GW {current}</abbr>
              </th>
            </>
          )}
          <th scope="col" data-n data-wide>
            Exact
          </th>
          <th scope="col" data-n data-wide>
            Accuracy
          </th>
          <th scope="col" data-n>
            Points
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(row)}
        {apart && (
          <>
            <GapRow />
            {row(apart)}
          </>
        )}
      </tbody>
    </Board>
  )
}

interface StandingRowProps {
  entry: LeagueStanding
  isYou: boolean
  isOverall: boolean
  /** Most points of a gameweek in the table; null: the gameweeks are not shown. */
  most: number | null
}

function StandingRow({ entry, isYou, isOverall, most }: StandingRowProps) {
  const { ranking, totalPoints, pointsSinceJoining, recent } = entry
  return (
    <tr data-you={isYou || undefined}>
      <td>
        <Rank ranking={ranking} noMedal={totalPoints === 0} />
      </td>
      {isOverall && (
        <td data-move data-wide>
          <RankMove movement={entry.movement} />
        </td>
      )}
      <StandingsPlayer id={entry.id} person={entry} isYou={isYou} />
      {recent && most !== null && (
        <>
          <td data-n data-wide>
            <Spark values={recent} most={most} label={`Last five gameweeks: ${recent.join(', ')} points`} />
          </td>
          <td data-n>+{count(recent.at(-1) ?? 0)}</td>
        </>
      )}
      <td data-n data-wide>
        {entry.exactScores}
      </td>
      <td data-n data-wide>
        {entry.accuracy}%
      </td>
      <td data-n data-total>
        {count(totalPoints)}
        {isOverall && pointsSinceJoining !== totalPoints && <Since>{count(pointsSinceJoining)} since joining</Since>}
      </td>
    </tr>
  )
}
