import { styled } from 'styled-components'
import type { Person } from '../../../../src/contracts/common.ts'
import { Avatar, hueOf, hues } from '../../ui/Avatar.tsx'
import { RowFigure, Rows, RowText } from '../../ui/PersonRow.tsx'

export const MemberList = styled(Rows)`
  li {
    flex-wrap: nowrap;
    gap: var(--s3);
  }
  @container page (width < 18rem) {
    li {
      flex-wrap: wrap;
      gap: 2px var(--s2);
    }
  }
`

export const MemberText = styled(RowText)`
  flex: 1 1 auto;

  @container page (width < 18rem) {
    order: 1;
    flex-basis: 100%;
  }
`

export const MemberFigure = styled(RowFigure)`
  @container page (width < 18rem) {
    flex: 1 1 0;
    white-space: normal;
  }
`

/** One letter, unlike the usual avatar with two. */
const Letter = styled.span`
  flex: none;
  display: grid;
  place-items: center;
  width: 2rem;
  height: 2rem;
  clip-path: polygon(0 0, 72% 0, 100% 28%, 100% 100%, 0 100%);
  font: 600 1.0625rem / 1 var(--board);
  background: var(--surface-2);

  ${hues}
`

export const nameOf = (user: { username: string }): string => user.username || 'Unknown'

export function FirstLetter({ user: { username, profileImage } }: { user: Pick<Person, 'username' | 'profileImage'> }) {
  if (profileImage) return <Avatar username={username} image={profileImage} />
  return (
    <Letter aria-hidden data-hue={hueOf(username)}>
      {(username[0] ?? 'U').toUpperCase()}
    </Letter>
  )
}
