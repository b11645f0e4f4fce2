import { styled } from 'styled-components'
import type { Session } from '../../features/session/api.ts'
import { entryQuery } from '../../features/session/model.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { lazyComponent } from '../../ui/lazyComponent.tsx'
import { BarLink, OpenBar } from '../../ui/OpenBar.tsx'

const About = styled.span`
  display: none;
  font-size: var(--t1);
  color: var(--header-muted);

  @container page (min-width: 37.5rem) {
    display: inline;
  }
`

const MemberLinks = lazyComponent(() => import('./MemberLinks.tsx').then((module) => module.MemberLinks), null)

export function SlimBar({ session }: { session: Session }) {
  const isMember = session.status === 'signed-in'
  return (
    <OpenBar before={isMember ? <MemberLinks /> : <About>Premier League predictions</About>}>
      {isMember && <Avatar username={session.user.username} image={session.user.profileImage} isYou onDark />}
      {session.status === 'signed-out' && <BarLink href={entryQuery('login')}>Sign In</BarLink>}
    </OpenBar>
  )
}
