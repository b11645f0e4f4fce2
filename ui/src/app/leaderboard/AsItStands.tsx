import { useProvisionalBoard } from '../../features/matches/api.ts'
import { ProvisionalBoard } from '../../features/matches/ProvisionalBoard.tsx'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { useHiddenScores } from '../dashboard/useHiddenScores.ts'

const ROWS = 10

/** The board with the matches under way. Absent while nothing is on, and while live scores are hidden. */
export function AsItStands({ userId }: { userId: number }) {
  const { isOn: isHidden } = useHiddenScores(0)
  const read = useProvisionalBoard(isHidden ? null : ROWS)
  if (!read.data?.provisional) return null
  return (
    <ProvisionalBoard
      title="Everybody"
      userId={userId}
      read={read}
      limit={ROWS}
      foot={
        <ButtonLink size="sm" block to="/">
          See the matches
        </ButtonLink>
      }
    />
  )
}
