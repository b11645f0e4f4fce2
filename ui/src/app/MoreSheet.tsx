import { LogOut, Moon, Sun } from 'lucide-react'
import { Link } from 'react-router-dom'
import { styled } from 'styled-components'
import type { CurrentUser } from '../../../src/contracts/accounts.ts'
import { WalletButton } from '../features/wallet/WalletButton.tsx'
import { useTheme } from '../theme/theme.ts'
import { Button } from '../ui/Button.tsx'
import { Row, room } from '../ui/layout.ts'
import { Sheet } from '../ui/Sheet.tsx'
import type { NavigationLink } from './links.ts'
import { BAR_LINKS } from './navigation.ts'
import { useLeaving } from './useLeaving.tsx'

const Frame = styled.div`
  ${room}

  /* All that there is stands in the bar. */
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
  /* Those that the bar has room for. */
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

interface MoreSheetProps {
  user: CurrentUser
  links: readonly NavigationLink[]
  onClose: () => void
}

/** Every link that the bottom bar has no room for, the wallet, the theme and the way out. */
export function MoreSheet({ user, links, onClose }: MoreSheetProps) {
  // Those that stand in the bar too, where it has room for them.
  const spare = links.filter(({ to }) => BAR_LINKS.some((each) => each.to === to))
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()} title={user.username}>
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
    </Sheet>
  )
}

function SheetActions({ user }: { user: CurrentUser }) {
  const { theme, toggle } = useTheme()
  const { leave, busy, question } = useLeaving(user.id)
  const isDark = theme === 'dark'
  return (
    <Row>
      <WalletButton user={user} onDark />
      <Button onDark onClick={toggle}>
        {isDark ? <Sun aria-hidden /> : <Moon aria-hidden />}
        {isDark ? 'Light theme' : 'Dark theme'}
      </Button>
      <Button onDark busy={busy} onClick={leave}>
        <LogOut aria-hidden />
        Log out
      </Button>
      {question}
    </Row>
  )
}
