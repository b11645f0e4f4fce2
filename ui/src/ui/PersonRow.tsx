import type { ReactNode } from 'react'
import { styled } from 'styled-components'
import type { Person } from '../../../src/contracts/common.ts'
import { Avatar } from './Avatar.tsx'
import { Row, Small } from './layout.ts'
import { PlayerName } from './PlayerName.tsx'

/** A list in a panel with a line between its rows. The end of a row wraps to the next line if it does not fit. */
export const Rows = styled.ul`
  li {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: var(--s2) var(--s3);
    flex-wrap: wrap;
    padding: 10px var(--s4);
    border-top: 1px solid var(--line);
  }
  li[data-you] {
    background: var(--you-tint);
    box-shadow: var(--you-mark);
  }
`

export const RowText = styled.div`
  flex: 1 1 7.5rem;
  min-width: 0;
  overflow-wrap: anywhere;
`

/** Does not break a name as long as the row's end can wrap instead. */
const PersonText = styled(RowText)`
  flex-basis: min-content;
  min-width: min(7.5rem, 100%);
  overflow-wrap: break-word;

  b {
    min-width: 0;
  }
`

/** End of a row, right-aligned even on a line of its own. */
const RowEnd = styled(Row)`
  margin-left: auto;
`

export const RowFigure = styled.div`
  text-align: end;
  white-space: nowrap;

  b {
    display: block;
    font: var(--b4);
  }
`

interface PersonRowProps {
  id: number
  person: Person
  isYou: boolean
  /** Puts the display name first: for conversations, not for rankings. */
  isSpeaking?: boolean
  about?: ReactNode
  /** Content at the end: actions, or a figure. */
  children?: ReactNode
}

/** A player in a list of `Rows`. The reader's own name is shown as 'You'. */
export function PersonRow({ id, person, isYou, isSpeaking, about, children }: PersonRowProps) {
  const { username, displayName, profileImage } = person
  const names = isSpeaking ? { name: displayName, username } : { name: username, also: displayName }
  return (
    <li>
      <Avatar username={username} image={profileImage} isYou={isYou} />
      <PersonText>
        <Row>
          <b>
            <PlayerName id={id} {...names} isYou={isYou} />
          </b>
        </Row>
        {about && <Small>{about}</Small>}
      </PersonText>
      {children && <RowEnd data-nowrap>{children}</RowEnd>}
    </li>
  )
}
