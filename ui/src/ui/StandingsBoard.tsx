import { styled } from 'styled-components'
import { Avatar } from './Avatar.tsx'
import { Table } from './Table.tsx'

/** A table of players by points: the first column is the rank, `data-total` the figure that counts, `data-wide` cells are for wider screens than a phone. */
export const StandingsBoard = styled(Table)`
  th:first-child,
  td:first-child {
    width: 54px;
  }
  td[data-total] {
    font: var(--b4);
  }
  @media (max-width: 599px) {
    [data-wide] {
      display: none;
    }
  }
`

const Player = styled.span`
  display: flex;
  align-items: center;
  gap: var(--s2);
  min-width: 0;
  overflow-wrap: anywhere;
`

interface StandingsPlayerProps {
  username: string
  image?: string | null
  isYou: boolean
}

/** Whose row it is; the reader's own is 'You'. */
export function StandingsPlayer({ username, image, isYou }: StandingsPlayerProps) {
  return (
    <th scope="row">
      <Player>
        <Avatar username={username} image={image} isYou={isYou} size="sm" />
        {isYou ? 'You' : username}
      </Player>
    </th>
  )
}
