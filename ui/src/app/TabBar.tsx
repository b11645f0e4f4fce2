import { Menu } from 'lucide-react'
import { Link, useLocation } from 'react-router-dom'
import { styled } from 'styled-components'
import type { CurrentUser } from '../../../src/contracts/accounts.ts'
import { useLazyPart } from '../ui/useLazyPart.ts'
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
  /* Forced colours paint a transparent border too: only the line of the current one is to be seen. */
  @media (forced-colors: active) {
    a:not([aria-current]),
    button {
      border-color: Canvas;
    }
  }
  :focus-visible {
    outline-offset: -4px;
  }
  @media (min-width: 1024px) {
    display: none;
  }
`

/** Links that stand in the bar itself, between Play and More. */
const IN_BAR = 3

const loadSheet = () => import('./MoreSheet.tsx').then((module) => module.MoreSheet)

/** The bottom bar of phones and tablets, with the sheet that holds every other link. */
export function TabBar({ user }: { user: CurrentUser }) {
  const { pathname } = useLocation()
  const { Part: Sheet, isOpen, busy, open, close } = useLazyPart(loadSheet, 'Failed to open the menu')
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
            <button
              type="button"
              aria-haspopup="dialog"
              aria-expanded={isOpen}
              aria-busy={busy || undefined}
              onClick={() => void open()}
            >
              <Menu aria-hidden />
              More
            </button>
          </li>
        </ul>
      </Bar>
      {Sheet && <Sheet title={user.username} links={rest} onClose={close} />}
    </>
  )
}
