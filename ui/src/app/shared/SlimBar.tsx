import { styled } from 'styled-components'
import type { Session } from '../../features/session/api.ts'
import { entryQuery } from '../../features/session/model.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { BarLink, OpenBar } from '../OpenBar.tsx'

const About = styled.span`
  display: none;
  font-size: var(--t1);
  color: var(--header-muted);

  @container page (min-width: 37.5rem) {
    display: inline;
  }
`

const Mine = styled(Avatar)`
  &[data-you] {
    background: var(--header-2);
  }
`

/** The bar of a shared prediction: who is here, or the way in. */
export function SlimBar({ session }: { session: Session }) {
  return (
    <OpenBar before={session.status !== 'signed-in' && <About>Premier League predictions</About>}>
      {session.status === 'signed-in' && (
        <Mine username={session.user.username} image={session.user.profileImage} isYou />
      )}
      {session.status === 'signed-out' && <BarLink href={entryQuery('login')}>Sign In</BarLink>}
    </OpenBar>
  )
}
