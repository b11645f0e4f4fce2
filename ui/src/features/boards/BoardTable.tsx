import { ArrowDown } from 'lucide-react'
import { styled } from 'styled-components'
import type { LeaderboardEntry } from '../../../../src/contracts/boards.ts'
import { count } from '../../lib/numbers.ts'
import { Button } from '../../ui/Button.tsx'
import { Rank, RankMove } from '../../ui/Rank.tsx'
import { GapRow, StandingsBoard, StandingsPlayer } from '../../ui/StandingsBoard.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { Made, PartFigures } from './Made.tsx'
import { accuracyLine, PARTS, type TableRows } from './model.ts'

const Frame = styled.div`
  container: board / inline-size;
`

/* What a narrow board drops stands under the name. */
const Board = styled(StandingsBoard)`
  [data-move] {
    width: 3.25rem;
  }
  td[data-made] {
    width: 15%;
  }
  tr[tabindex]:focus-visible {
    outline-offset: -2px;
  }
  tr[data-before] td {
    padding-block: 2px;
    text-align: center;
  }
  @container board (width >= 36rem) {
    small[data-parts] {
      display: none;
    }
  }
  @container board (width < 46rem) {
    [data-made] {
      display: none;
    }
  }
  @container board (width < 36rem) {
    [data-figure] {
      display: none;
    }
  }
`

const Note = styled.small`
  display: block;
  font-size: var(--t1);
  font-weight: 400;
  line-height: 1.35;
  color: var(--muted);

  [data-you] & {
    color: var(--ink);
  }
`

interface BoardTableProps extends TableRows {
  caption: string
  userId: number
  /** A gameweek's has match points alone. */
  isSeason: boolean
  /** Shows what lies between the first ranks and the page. */
  onBetween: () => void
}

/** A board with all its columns; the reader's row is 'You', and takes the focus of who jumps to it. */
export function BoardTable({ caption, userId, isSeason, lead, between, rows, apart, onBetween }: BoardTableProps) {
  const row = (entry: LeaderboardEntry) => (
    <BoardRow key={entry.id} entry={entry} isYou={entry.id === userId} isSeason={isSeason} />
  )
  return (
    <Frame>
      <Board>
        <VisuallyHidden as="caption">{caption}</VisuallyHidden>
        <thead>
          <tr>
            <th scope="col">Rank</th>
            {isSeason && (
              <th scope="col" data-move data-figure>
                <VisuallyHidden>Movement</VisuallyHidden>
              </th>
            )}
            <th scope="col">Player</th>
            {isSeason ? (
              <>
                <th scope="col" data-made aria-hidden>
                  Made of
                </th>
                {PARTS.map(({ id, name }) => (
                  <th key={id} scope="col" data-n data-figure>
                    {name}
                  </th>
                ))}
              </>
            ) : (
              <th scope="col" data-n data-wide>
                Exact
              </th>
            )}
            <th scope="col" data-n>
              Points
            </th>
          </tr>
        </thead>
        <tbody>
          {lead.map(row)}
          {between && (
            <tr data-before>
              <td colSpan={8}>
                <Button size="sm" kind="plain" onClick={onBetween}>
                  <ArrowDown aria-hidden />
                  {between}
                </Button>
              </td>
            </tr>
          )}
          {rows.map(row)}
          {apart && (
            <>
              <GapRow />
              {row(apart)}
            </>
          )}
        </tbody>
      </Board>
    </Frame>
  )
}

function BoardRow({ entry, isYou, isSeason }: { entry: LeaderboardEntry; isYou: boolean; isSeason: boolean }) {
  const { parts } = entry
  return (
    <tr data-you={isYou || undefined} {...(isYou ? { tabIndex: -1, id: OWN_ROW } : {})}>
      <td>
        <Rank ranking={entry.ranking} noMedal={entry.totalPoints === 0} />
      </td>
      {isSeason && (
        <td data-move data-figure>
          <RankMove movement={entry.movement} />
        </td>
      )}
      <StandingsPlayer id={entry.id} person={entry} isYou={isYou}>
        <Note>{accuracyLine(entry)}</Note>
        {isSeason && parts && (
          <Note data-parts>
            <PartFigures parts={parts} />
          </Note>
        )}
      </StandingsPlayer>
      {isSeason ? (
        <>
          <td data-made aria-hidden>
            {parts && <Made parts={parts} />}
          </td>
          {PARTS.map(({ id }) => (
            <td key={id} data-n data-figure>
              {parts?.[id] ? count(parts[id]) : '–'}
            </td>
          ))}
        </>
      ) : (
        <td data-n data-wide>
          {entry.exactScores}
        </td>
      )}
      <td data-n data-total>
        {count(entry.totalPoints)}
      </td>
    </tr>
  )
}

const OWN_ROW = 'own-row'

/** Brings the reader's row into view and gives it the focus; false where it is not on the page. */
export function focusOwnRow(): boolean {
  const row = document.getElementById(OWN_ROW)
  row?.scrollIntoView({ block: 'center' })
  row?.focus({ preventScroll: true })
  return row !== null
}
