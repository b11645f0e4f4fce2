import { useId } from 'react'
import { styled } from 'styled-components'
import { BoardList } from '../../features/boards/BoardList.tsx'
import { useBoard, type WidgetBoard } from '../../features/boards/useBoard.ts'
import type { Row } from '../../features/predictions/usePredictor.ts'
import { count, ordinal, wordFor } from '../../lib/numbers.ts'
import { Loading } from '../../ui/Skeleton.tsx'
import { Figure, Figures } from '../../ui/Stat.tsx'
import { ErrorState } from '../../ui/State.tsx'
import { Halves } from './halves.ts'
import { numbersOf } from './season.ts'

/** How many of the gameweek's best are named. */
const BEST = 3

const Text = styled.p`
  color: var(--muted);
`

interface GameweekSummaryProps {
  readonly gameweek: number
  readonly userId: number
  readonly rows: readonly Row[]
}

/** What a played gameweek came to: the reader's numbers, and who was best. */
export function GameweekSummary({ gameweek, userId, rows }: GameweekSummaryProps) {
  const base = useId()
  const board = useBoard('gameweek', gameweek, userId)
  const numbers = numbersOf(rows.flatMap(({ prediction }) => prediction ?? []))
  return (
    <Halves>
      <section aria-labelledby={`${base}-own`}>
        <h3 id={`${base}-own`}>Your gameweek</h3>
        {numbers.settled === 0 ? (
          <Text>No pick of yours counted.</Text>
        ) : (
          <Figures>
            <Figure label={wordFor(numbers.points, 'Point')}>{count(numbers.points)}</Figure>
            {board.me ? <Figure label="Place">{ordinal(board.me.ranking)}</Figure> : null}
            <Figure label="Exact">{numbers.exact}</Figure>
            <Figure label="Correct">
              {numbers.correct} of {numbers.settled}
            </Figure>
          </Figures>
        )}
      </section>
      <section aria-labelledby={`${base}-best`} data-list>
        <h3 id={`${base}-best`}>The gameweek’s best</h3>
        <Best board={board} userId={userId} label={`The best of Gameweek ${gameweek}`} />
      </section>
    </Halves>
  )
}

/** The first of a board, with the reader's own row behind them. */
export function Best({ board, userId, label }: { board: WidgetBoard; userId: number; label: string }) {
  const { entries, me, empty, failure, retry } = board
  if (entries === undefined)
    return failure ? (
      <ErrorState title={failure} onRetry={retry} />
    ) : (
      <Loading label="Loading the best" rows={BEST} rowHeight="34px" />
    )
  if (entries.length === 0) return <Text>{empty}</Text>
  const rows = entries.slice(0, BEST)
  const isAmong = me !== null && rows.some(({ id }) => id === me.id)
  return <BoardList rows={rows} own={isAmong ? null : me} label={label} userId={userId} />
}
