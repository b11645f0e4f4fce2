import { Menu } from 'lucide-react'
import { Link, useLocation } from 'react-router-dom'
import { styled } from 'styled-components'
import type { CurrentUser } from '../../../src/areas/accounts/contract.ts'
import { isAt } from '../lib/paths.ts'
import { room, unprinted } from '../ui/layout.ts'
import { currentLine } from '../ui/navLine.ts'
import { useLazyComponent } from '../ui/useLazyComponent.tsx'
import { linksIn } from './navigation.ts'

const Bar = styled.nav`
  ${room}
  ${unprinted}
  position: fixed;
  z-index: 8;
  inset: auto 0 0;
  --focus: var(--accent);

  ul {
    display: grid;
    grid-auto-flow: column;
    grid-auto-columns: minmax(min-content, 1fr);
    background: var(--header);
    border-top: 1px solid var(--header-line);
    padding-bottom: env(safe-area-inset-bottom);
  }
  /* Links without room are in the sheet under More. */
  @container page (width < 17rem) {
    li:nth-child(4) {
      display: none;
    }
  }
  @container page (width < 13rem) {
    li:nth-child(3) {
      display: none;
    }
  }
  a,
  button {
    width: 100%;
    min-height: calc(var(--bar-height) - 1px);
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
  ${currentLine}
  :focus-visible {
    outline-offset: -4px;
  }
  @container page (min-width: 64rem) {
    ul {
      display: none;
    }
  }
`

const loadSheet = () => import('./MoreSheet.tsx').then((module) => module.MoreSheet)

export function TabBar({ user }: { user: CurrentUser }) {
  const { pathname } = useLocation()
  const { Component: Sheet, isOpen, busy, open, close } = useLazyComponent(loadSheet, 'Failed to open the menu')
  return (
    <>
      <Bar aria-label="Main, bottom">
        <ul>
          {linksIn('bar', user.role).map((link) => (
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
      {Sheet && <Sheet user={user} onClose={close} />}
    </>
  )
}
