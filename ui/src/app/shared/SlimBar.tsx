import { styled } from 'styled-components'
import type { Session } from '../../features/session/api.ts'
import { entryQuery } from '../../features/session/model.ts'
import { HOME } from '../../lib/paths.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { BarLink, OpenBar } from '../../ui/OpenBar.tsx'

const About = styled.span`
  display: none;
  font-size: var(--t1);
  color: var(--header-muted);

  @container page (min-width: 37.5rem) {
    display: inline;
  }
`

const Links = styled.nav`
  display: flex;
  gap: var(--s4);

  @container page (width < 37.5rem) {
    & > :not([data-first]) {
      display: none;
    }
  }
`

/** Ways back into the app: first the feed that shares come from. */
const LINKS = [
  { to: '/social', label: 'Social' },
  { to: HOME.to, label: 'Play' },
  { to: '/leagues', label: 'Leagues' },
  { to: '/leaderboard', label: 'Leaderboard' },
]

export function SlimBar({ session }: { session: Session }) {
  const isMember = session.status === 'signed-in'
  return (
    <OpenBar
      before={
        isMember ? (
          <Links aria-label="Main">
            {LINKS.map(({ to, label }, nth) => (
              <BarLink key={to} href={to} data-first={nth === 0 || undefined}>
                {label}
              </BarLink>
            ))}
          </Links>
        ) : (
          <About>Premier League predictions</About>
        )
      }
    >
      {isMember && <Avatar username={session.user.username} image={session.user.profileImage} isYou onDark />}
      {session.status === 'signed-out' && <BarLink href={entryQuery('login')}>Sign In</BarLink>}
    </OpenBar>
  )
}
