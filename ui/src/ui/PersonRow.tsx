import type { ReactNode } from 'react'
import { styled } from 'styled-components'
import type { Person } from '../../../src/contracts/common.ts'
import { Avatar } from './Avatar.tsx'
import { Row, Small } from './layout.ts'
import { PlayerName } from './PlayerName.tsx'

/** A list in a panel, a line between its rows. What stands at the end of a row goes below where there is no room. */
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

/** A name is not broken where the end can go below it. */
const PersonText = styled(RowText)`
  flex-basis: min-content;
  min-width: min(7.5rem, 100%);
  overflow-wrap: break-word;

  b {
    min-width: 0;
  }
`

/** The end of a row: at the right edge on a line of its own too. */
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
  /** The display name stands first: where people speak, and not where they compete. */
  isSpeaking?: boolean
  badge?: ReactNode
  about?: ReactNode
  /** At the end: what there is to do, or a figure. */
  children?: ReactNode
}

/** Somebody in a list of `Rows`; the reader's own name is 'You'. */
export function PersonRow({ id, person, isYou, isSpeaking, badge, about, children }: PersonRowProps) {
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
          {badge}
        </Row>
        {about && <Small>{about}</Small>}
      </PersonText>
      {children && <RowEnd data-nowrap>{children}</RowEnd>}
    </li>
  )
}
