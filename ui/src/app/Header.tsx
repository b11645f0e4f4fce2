import { LogOut, Moon, Sun } from 'lucide-react'
import { Link, useLocation } from 'react-router-dom'
import { styled } from 'styled-components'
import type { CurrentUser } from '../../../src/contracts/accounts.ts'
import type { LiveState } from '../api/live.ts'
import { NotificationBell } from '../features/notifications/NotificationBell.tsx'
import { WalletButton } from '../features/wallet/WalletButton.tsx'
import { counted, wordFor } from '../lib/numbers.ts'
import { useTheme } from '../theme/theme.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Brand } from '../ui/Brand.tsx'
import { Button } from '../ui/Button.tsx'
import { finger } from '../ui/finger.ts'
import { room, Wrap } from '../ui/layout.ts'
import { Spinner } from '../ui/Spinner.tsx'
import { Tooltip } from '../ui/Tooltip.tsx'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import { LINKS, linksFor, ONE_LINE } from './navigation.ts'
import { PAGES } from './pages.tsx'
import { HOME, isAt } from './paths.ts'
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

    &[data-decks='two'] {
      grid-template: 'brand you' minmax(56px, auto) 'nav nav' auto / auto 1fr;
    }
  }
  @container page (min-width: 90rem) {
    &,
    &[data-decks='two'] {
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
  a {
    display: flex;
    align-items: center;
    min-height: 44px;
    padding: 0 10px;
    color: var(--header-muted);
    font: var(--b3);
    text-decoration: none;
    white-space: nowrap;
    border-block: 3px solid transparent;
  }
  a:hover {
    color: var(--on-header);
  }
  a[aria-current] {
    color: var(--on-header);
    border-bottom-color: var(--accent);
  }
  /* Forced colours paint a transparent border too: only the line of the current one is to be seen. */
  @media (forced-colors: active) {
    a:not([aria-current]) {
      border-color: Canvas;
    }
  }
  a:focus-visible {
    outline-offset: -4px;
  }
  @container page (min-width: 64rem) {
    display: block;

    [data-decks='one'] > & {
      padding-left: var(--s4);
      a {
        min-height: 56px;
      }
    }
    [data-decks='two'] > & {
      border-top: 1px solid var(--header-line);
      margin-inline: calc(var(--s5) * -1);
      padding-inline: var(--s5);
    }
  }
  @container page (min-width: 90rem) {
    [data-decks] > & {
      border: 0;
      margin: 0;
      padding: 0 0 0 var(--s4);
      a {
        min-height: 60px;
      }
    }
  }
`

const You = styled.div`
  grid-area: you;
  display: flex;
  justify-content: flex-end;
  align-items: center;
  gap: var(--s2);
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
      position: absolute;
      width: 1px;
      height: 1px;
      overflow: hidden;
      clip-path: inset(50%);
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
      position: absolute;
      width: 1px;
      height: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }
  }
`

const Mine = styled(Avatar)`
  &[data-you] {
    background: var(--header-2);
  }
`

/* The figure lies over the cut corner of the picture and clear of its letters, gold as what is won. */
const Head = styled(Link)`
  ${finger}
  --finger: 0 -4px;
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

const OnDesk = styled.span`
  display: none;

  @container page (min-width: 64rem) {
    display: contents;
  }
`

const points = new Intl.NumberFormat('en-GB')

export function Header({ user, live }: { user: CurrentUser; live: LiveState }) {
  const { pathname } = useLocation()
  const links = linksFor(LINKS, user.role)
  return (
    <Top>
      <Line data-decks={links.length > ONE_LINE ? 'two' : 'one'}>
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
        <You>
          <span role="status">
            {live === 'reconnecting' && (
              <Reconnecting>
                <Spinner />
                <span>Reconnecting…</span>
              </Reconnecting>
            )}
          </span>
          <Total>
            <b>{points.format(user.totalPoints ?? 0)}</b>
            <span>{wordFor(user.totalPoints ?? 0, 'point')}</span>
            <i aria-hidden />
          </Total>
          <OnDesk>
            <WalletButton user={user} size="sm" onDark />
          </OnDesk>
          <NotificationBell />
          <OnDesk>
            <ThemeButton />
          </OnDesk>
          <ProfileHead user={user} />
          <OnDesk>
            <LogoutButton userId={user.id} />
          </OnDesk>
        </You>
      </Line>
    </Top>
  )
}

/** The picture, with the number of achievements, leads to the profile. */
function ProfileHead({ user: { username, profileImage, achievementCount } }: { user: CurrentUser }) {
  const { pathname } = useLocation()
  const label = `Profile, ${counted(achievementCount, 'achievement')}`
  return (
    <Tooltip label={label}>
      <Head to={PAGES.profile.path} aria-current={pathname === PAGES.profile.path ? 'page' : undefined}>
        <Mine username={username} image={profileImage} isYou />
        {achievementCount > 0 && <b aria-hidden>{achievementCount}</b>}
        <VisuallyHidden>{label}</VisuallyHidden>
      </Head>
    </Tooltip>
  )
}

function ThemeButton() {
  const { theme, toggle } = useTheme()
  const isDark = theme === 'dark'
  return (
    <Tooltip label={isDark ? 'Light theme' : 'Dark theme'}>
      <Button icon kind="plain" onDark aria-label="Dark theme" aria-pressed={isDark} onClick={toggle}>
        {isDark ? <Sun aria-hidden /> : <Moon aria-hidden />}
      </Button>
    </Tooltip>
  )
}

function LogoutButton({ userId }: { userId: number }) {
  const { leave, busy, question } = useLeaving(userId)
  return (
    <>
      <Tooltip label="Log out">
        <Button icon kind="plain" onDark aria-label="Log out" busy={busy} onClick={leave}>
          <LogOut aria-hidden />
        </Button>
      </Tooltip>
      {question}
    </>
  )
}
