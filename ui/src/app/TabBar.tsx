import { LogOut, Menu, Moon, Sun } from 'lucide-react'
import { useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { styled } from 'styled-components'
import type { CurrentUser } from '../../../src/contracts/accounts.ts'
import { useLogout } from '../features/session/api.ts'
import { useTheme } from '../theme/theme.ts'
import { Button } from '../ui/Button.tsx'
import { Row } from '../ui/layout.ts'
import { Sheet } from '../ui/Sheet.tsx'
import { ADMIN_LINKS, HOME, isAt, LINKS, linksFor } from './navigation.ts'

const Bar = styled.nav`
  position: fixed;
  z-index: 8;
  inset: auto 0 0;
  background: var(--header);
  border-top: 1px solid var(--header-line);
  --focus: var(--accent);
  padding-bottom: env(safe-area-inset-bottom);

  ul {
    display: grid;
    grid-auto-flow: column;
    grid-auto-columns: minmax(min-content, 1fr);
  }
  a,
  button {
    width: 100%;
    min-height: 56px;
    padding-inline: 3px;
    display: grid;
    justify-items: center;
    align-content: center;
    gap: 3px;
    color: var(--header-muted);
    text-decoration: none;
    font: 600 0.9375rem / 1 var(--board);
    border-top: 3px solid transparent;
    margin-top: -1px;
  }
  svg {
    width: 21px;
    height: 21px;
  }
  [aria-current] {
    color: var(--on-header);
    border-color: var(--accent);
  }
  :focus-visible {
    outline-offset: -4px;
  }
  @media (min-width: 1024px) {
    display: none;
  }
`

const SheetLinks = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(132px, 1fr));
  gap: 2px;

  a {
    display: flex;
    gap: 10px;
    align-items: center;
    min-height: 48px;
    padding: 0 10px;
    background: var(--header-2);
    color: var(--on-header);
    text-decoration: none;
    font: var(--b3);
  }
  svg {
    flex: none;
    width: 1.2em;
    height: 1.2em;
    color: var(--header-muted);
  }
`

/** Links that stand in the bar itself, between Play and More. */
const IN_BAR = 3

/** The bottom bar of phones and tablets, with the sheet that holds every other link. */
export function TabBar({ user }: { user: CurrentUser }) {
  const { pathname } = useLocation()
  const [open, setOpen] = useState(false)
  const links = linksFor(LINKS, user.role)
  const rest = [...links.slice(IN_BAR), ...linksFor(ADMIN_LINKS, user.role)]
  return (
    <>
      <Bar aria-label="Main, bottom">
        <ul>
          {[HOME, ...links.slice(0, IN_BAR)].map((link) => (
            <li key={link.to}>
              <Link to={link.to} aria-current={isAt(link, pathname) ? 'page' : undefined}>
                <link.icon aria-hidden />
                {link.label}
              </Link>
            </li>
          ))}
          <li>
            <button type="button" aria-haspopup="dialog" aria-expanded={open} onClick={() => setOpen(true)}>
              <Menu aria-hidden />
              More
            </button>
          </li>
        </ul>
      </Bar>
      <Sheet open={open} onOpenChange={setOpen} title={user.username}>
        {rest.length > 0 && (
          <nav aria-label="More">
            <SheetLinks>
              {rest.map((link) => (
                <li key={link.to}>
                  <Link to={link.to} onClick={() => setOpen(false)}>
                    <link.icon aria-hidden />
                    {link.label}
                  </Link>
                </li>
              ))}
            </SheetLinks>
          </nav>
        )}
        <SheetActions />
      </Sheet>
    </>
  )
}

function SheetActions() {
  const { theme, toggle } = useTheme()
  const logout = useLogout()
  const [busy, setBusy] = useState(false)
  const isDark = theme === 'dark'
  const leave = async () => {
    setBusy(true)
    await logout()
    setBusy(false)
  }
  return (
    <Row>
      <Button onDark onClick={toggle}>
        {isDark ? <Sun aria-hidden /> : <Moon aria-hidden />}
        {isDark ? 'Light theme' : 'Dark theme'}
      </Button>
      <Button onDark busy={busy} onClick={leave}>
        <LogOut aria-hidden />
        Log out
      </Button>
    </Row>
  )
}
