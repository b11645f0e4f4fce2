import { styled } from 'styled-components'
import { HOME } from '../../lib/paths.ts'
import { BarLink } from '../../ui/OpenBar.tsx'

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

export function MemberLinks() {
  return (
    <Links aria-label="Main">
      {LINKS.map(({ to, label }, nth) => (
        <BarLink key={to} href={to} data-first={nth === 0 || undefined}>
          {label}
        </BarLink>
      ))}
    </Links>
  )
}
