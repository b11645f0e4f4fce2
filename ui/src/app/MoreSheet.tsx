import { LogOut } from 'lucide-react'
import { Link } from 'react-router-dom'
import { styled } from 'styled-components'
import type { CurrentUser } from '../../../src/areas/accounts/contract.ts'
import { Button } from '../ui/Button.tsx'
import { Layer } from '../ui/DialogWindow.tsx'
import { Row, room } from '../ui/layout.ts'
import { ThemeButton } from '../ui/ThemeButton.tsx'
import { linksIn } from './navigation.ts'
import { TOOLS } from './pages.tsx'
import { useLeaving } from './useLeaving.tsx'

const Frame = styled.div`
  ${room}

  /* The bar has all the links. */
  @container page (min-width: 17rem) {
    nav[data-spare] {
      display: none;
    }
  }
`

const SheetLinks = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(8.25rem, 1fr));
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
  /* Links that fit into the bar. */
  @container page (min-width: 17rem) {
    li[data-spare='2'] {
      display: none;
    }
  }
  @container page (min-width: 13rem) {
    li[data-spare='1'] {
      display: none;
    }
  }
`

export function MoreSheet({ user, onClose }: { user: CurrentUser; onClose: () => void }) {
  const links = linksIn('more', user.role)
  // Links that the bar shows, too, if it is wide enough.
  const bar = linksIn('bar', user.role)
  const spare = links.filter(({ to }) => bar.some((each) => each.to === to))
  return (
    <Layer side="bottom" title={user.username} onClose={onClose}>
      {links.length > 0 && (
        <Frame>
          <nav aria-label="More" data-spare={links.length === spare.length || undefined}>
            <SheetLinks>
              {links.map((link) => (
                <li key={link.to} data-spare={spare.indexOf(link) + 1 || undefined}>
                  <Link to={link.to} onClick={onClose}>
                    <link.icon aria-hidden />
                    {link.label}
                  </Link>
                </li>
              ))}
            </SheetLinks>
          </nav>
        </Frame>
      )}
      <SheetActions user={user} />
    </Layer>
  )
}

function SheetActions({ user }: { user: CurrentUser }) {
  const { leave, busy, question } = useLeaving(user.id)
  return (
    <Row>
      {TOOLS.map(({ name, Code, onPhones }) => onPhones === 'more' && <Code key={name} user={user} onDark />)}
      <ThemeButton hasWords />
      <Button onDark busy={busy} onClick={leave}>
        <LogOut aria-hidden />
        Log out
      </Button>
      {question}
    </Row>
  )
}
