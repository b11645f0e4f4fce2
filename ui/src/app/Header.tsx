import { LogOut } from 'lucide-react'
import { Link, useLocation } from 'react-router-dom'
import { styled } from 'styled-components'
import type { CurrentUser } from '../../../src/areas/accounts/contract.ts'
import type { LiveState } from '../api/live.ts'
import type { NavigationLink } from '../lib/area.ts'
import { count, counted, wordFor } from '../lib/numbers.ts'
import { HOME, isAt } from '../lib/paths.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Brand } from '../ui/Brand.tsx'
import { Button } from '../ui/Button.tsx'
import { Row, room, Wrap } from '../ui/layout.ts'
import { navLinks } from '../ui/navLine.ts'
import { Spinner } from '../ui/Spinner.tsx'
import { ThemeButton } from '../ui/ThemeButton.tsx'
import { tapTarget } from '../ui/tapTarget.ts'
import { unseen, VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import { decksOf, linksIn } from './navigation.ts'
import { TOOLS } from './pages.tsx'
import { useLeaving } from './useLeaving.tsx'

const Top = styled.header`
  ${room}
  background: var(--header);
  color: var(--on-header);
  --focus: var(--accent);
  --under: var(--header);
`

const Line = styled(Wrap)`
  display: grid;
  grid-template: 'brand you' minmax(52px, auto) / auto 1fr;
  align-items: center;
  gap: 0 var(--s3);

  @container page (width < 13rem) {
    grid-template: 'brand' auto 'you' auto / minmax(0, 1fr);
  }
  @container page (min-width: 64rem) {
    grid-template: 'brand nav you' minmax(56px, auto) / auto 1fr auto;

    &:not([data-decks='one']) {
      grid-template: 'brand you' minmax(56px, auto) 'nav nav' auto / auto 1fr;
    }
  }
  @container page (min-width: 90rem) {
    &:not([data-decks='always']) {
      grid-template: 'brand nav you' minmax(60px, auto) / auto 1fr auto;
    }
  }
`

const BrandLink = styled(Brand)`
  grid-area: brand;
`

const MainNav = styled.nav`
  grid-area: nav;
  display: none;
  --muted: var(--header-muted);
  --ink: var(--on-header);
  --current: var(--accent);

  ul {
    display: flex;
    gap: 2px;
    margin-inline: -10px;
  }
  li[data-split] {
    border-left: 1px solid var(--header-line);
    margin-left: 8px;
    padding-left: 8px;
  }
  ${navLinks}
  a {
    padding-inline: 10px;
  }
  [data-decks='always'] > & {
    ul {
      margin-inline: -8px;
    }
    a {
      padding-inline: 8px;
    }
  }
  @container page (min-width: 64rem) {
    display: block;

    [data-decks='one'] > & {
      padding-left: var(--s4);
      a {
        min-height: 56px;
      }
    }
    [data-decks]:not([data-decks='one']) > & {
      border-top: 1px solid var(--header-line);
      margin-inline: calc(var(--s5) * -1);
      padding-inline: var(--s5);
    }
  }
  @container page (min-width: 90rem) {
    [data-decks]:not([data-decks='always']) > & {
      border: 0;
      margin: 0;
      padding: 0 0 0 var(--s4);
      a {
        min-height: 60px;
        padding-inline: 6px;
      }
    }
  }
`

const You = styled(Row)`
  grid-area: you;
  justify-content: flex-end;
`

const Total = styled.span`
  display: grid;
  grid-template-columns: auto auto;
  gap: 3px 5px;
  align-items: baseline;
  justify-content: end;
  line-height: 1;
  margin-right: var(--s1);

  b {
    font: var(--b4);
  }
  span {
    font-size: var(--t1);
    color: var(--header-muted);
  }
  @container page (width < 16rem) {
    span {
      ${unseen}
    }
  }
  /* Always 85 percent: decoration (docs/rules.md R72). */
  i {
    grid-column: 1 / -1;
    height: 3px;
    background: linear-gradient(90deg, var(--accent) 85%, var(--header-line) 0);
  }
`

const Reconnecting = styled.span`
  display: inline-flex;
  align-items: center;
  gap: 6px;
  min-height: 26px;
  padding: 0 8px;
  font-size: var(--t1);
  font-weight: 600;
  white-space: nowrap;
  color: var(--on-header);
  box-shadow: inset 0 0 0 1px var(--header-muted);

  @container page (width < 30rem) {
    span:last-child {
      ${unseen}
    }
  }
`

/* The gold number covers the cut corner of the picture, next to its letters. */
const Head = styled(Link)`
  ${tapTarget}
  --tap-inset: 0 -4px;
  display: grid;
  place-items: center;
  min-width: 2.25rem;
  min-height: max(44px, 2.75rem);
  color: inherit;
  text-decoration: none;

  b {
    position: absolute;
    right: -4px;
    top: 0;
    min-width: 1.0625rem;
    padding: 1px 4px;
    font: 600 0.8125rem / 1 var(--board);
    text-align: center;
    background: var(--gold);
    color: var(--on-medal);
    outline: 2px solid var(--header);
  }
`

const DesktopOnly = styled.span`
  display: none;

  @container page (min-width: 64rem) {
    display: contents;
  }
`

export function Header({ user, live }: { user: CurrentUser; live: LiveState }) {
  const { pathname } = useLocation()
  const links = linksIn('header', user.role)
  return (
    <Top>
      <Line data-decks={decksOf(links.length)}>
        <BrandLink
          as={Link}
          to={HOME.to}
          aria-label="PLP, home"
          aria-current={isAt(HOME, pathname) ? 'page' : undefined}
        >
          PLP
        </BrandLink>
        {links.length > 0 && (
          <MainNav aria-label="Main">
            <ul>
              {links.map((link, index) => (
                <li key={link.to} data-split={(index > 0 && link.role && !links[index - 1]?.role) || undefined}>
                  <Link to={link.to} aria-current={isAt(link, pathname) ? 'page' : undefined}>
                    {link.label}
                  </Link>
                </li>
              ))}
            </ul>
          </MainNav>
        )}
        <You data-nowrap>
          <span role="status">
            {live === 'reconnecting' && (
              <Reconnecting>
                <Spinner />
                <span>Reconnecting…</span>
              </Reconnecting>
            )}
          </span>
          <Total>
            <b>{count(user.totalPoints ?? 0)}</b>
            <span>{wordFor(user.totalPoints ?? 0, 'point')}</span>
            <i aria-hidden />
          </Total>
          {TOOLS.map(({ name, Code, onPhones }) =>
            onPhones === 'header' ? (
              <Code key={name} user={user} onDark />
            ) : (
              <DesktopOnly key={name}>
                <Code user={user} size="sm" onDark />
              </DesktopOnly>
            ),
          )}
          <DesktopOnly>
            <ThemeButton />
          </DesktopOnly>
          {linksIn('picture', user.role).map((link) => (
            <PictureLink key={link.to} user={user} {...link} />
          ))}
          <DesktopOnly>
            <LogoutButton userId={user.id} />
          </DesktopOnly>
        </You>
      </Line>
    </Top>
  )
}

function PictureLink({ user, to, label: name }: NavigationLink & { user: CurrentUser }) {
  const { username, profileImage, achievementCount } = user
  const { pathname } = useLocation()
  const label = `${name}, ${counted(achievementCount, 'achievement')}`
  return (
    <Head to={to} aria-current={pathname === to ? 'page' : undefined} data-tip={label}>
      <Avatar username={username} image={profileImage} isYou onDark />
      {achievementCount > 0 && <b aria-hidden>{achievementCount}</b>}
      <VisuallyHidden>{label}</VisuallyHidden>
    </Head>
  )
}

function LogoutButton({ userId }: { userId: number }) {
  const { leave, busy, question } = useLeaving(userId)
  return (
    <>
      <Button icon kind="plain" onDark aria-label="Log out" data-tip="Log out" busy={busy} onClick={leave}>
        <LogOut aria-hidden />
      </Button>
      {question}
    </>
  )
}
