import { styled } from 'styled-components'
import { BoardList } from '../../features/boards/BoardList.tsx'
import { useBoard, type WidgetBoard } from '../../features/boards/useBoard.ts'
import type { Row } from '../../features/predictions/usePredictor.ts'
import { useAverage } from '../../features/profile/useAverage.ts'
import { count, ordinal, wordFor } from '../../lib/numbers.ts'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { Fact } from '../../ui/Facts.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Loading } from '../../ui/Skeleton.tsx'
import { Figures } from '../../ui/Stat.tsx'
import { Half, Halves } from './Halves.tsx'
import { numbersOf } from './season.ts'

const BEST = 3

const Text = styled.p`
  color: var(--muted);
`

interface GameweekSummaryProps {
  readonly gameweek: number
  readonly userId: number
  readonly rows: readonly Row[]
}

export function GameweekSummary({ gameweek, userId, rows }: GameweekSummaryProps) {
  const board = useBoard('gameweek', gameweek, userId)
  const picks = rows.flatMap(({ prediction }) => prediction ?? [])
  const numbers = numbersOf(picks)
  const average = useAverage(gameweek)
  return (
    <Halves>
      <Half title="Your gameweek">
        {numbers.settled === 0 ? (
          <Text>{picks.length === 0 ? 'You made no picks' : 'None of your picks counted'} this gameweek.</Text>
        ) : (
          <Figures>
            <Fact label={wordFor(numbers.points, 'Point')}>{count(numbers.points)}</Fact>
            {/* Always there, so that nothing moves when they are known. */}
            <Fact label="Average">{average ?? '–'}</Fact>
            <Fact label="Place">{board.me ? ordinal(board.me.ranking) : '–'}</Fact>
            <Fact label="Exact">{numbers.exact}</Fact>
            <Fact label="Correct">
              {numbers.correct} of {numbers.settled}
            </Fact>
          </Figures>
        )}
        {picks.length > 0 && (
          <ButtonLink size="sm" kind="plain" to={`/proofs?gameweek=${gameweek}`}>
            Your receipts
          </ButtonLink>
        )}
      </Half>
      <Half title="The gameweek’s best" isList>
        <Best board={board} userId={userId} label={`The best of Gameweek ${gameweek}`} />
      </Half>
    </Halves>
  )
}

export function Best({ board, userId, label }: { board: WidgetBoard; userId: number; label: string }) {
  const { read, me, empty, failed } = board
  return (
    <Loaded
      read={read}
      failed={failed}
      isBrief
      waiting={<Loading label="Loading the best" rows={BEST} rowHeight="34px" />}
      empty={<Text>{empty}</Text>}
    >
      {(entries) => {
        const rows = entries.slice(0, BEST)
        const isAmong = me !== null && rows.some(({ id }) => id === me.id)
        return <BoardList rows={rows} own={isAmong ? null : me} label={label} userId={userId} />
      }}
    </Loaded>
  )
}
