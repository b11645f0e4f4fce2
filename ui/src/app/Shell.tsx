import { type ReactNode, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { styled } from 'styled-components'
import type { CurrentUser } from '../../../src/areas/accounts/contract.ts'
import type { LiveState } from '../api/live.ts'
import { pageOf } from '../lib/paths.ts'
import { room } from '../ui/layout.ts'
import { SkipLink } from '../ui/SkipLink.tsx'
import { Header } from './Header.tsx'
import { TabBar } from './TabBar.tsx'
import { useScrollPosition } from './useScrollPosition.ts'

const Main = styled.main`
  ${room}

  &:focus {
    outline: none;
  }
`

/* Leaves room for the bottom bar. */
const Page = styled.div`
  padding-bottom: calc(var(--bar-height) + 40px);

  @container page (min-width: 64rem) {
    padding-bottom: var(--s6);
  }
`

interface ShellProps {
  user: CurrentUser
  live: LiveState
  children: ReactNode
}

/**
 * Header, page and bottom bar. A new page starts at its top with the focus; Back and a reload restore the scroll position.
 */
export function Shell({ user, live, children }: ShellProps) {
  const page = pageOf(useLocation().pathname)
  const main = useRef<HTMLElement>(null)
  useScrollPosition(page, () => main.current?.focus({ preventScroll: true }))

  return (
    <div data-shell>
      <SkipLink to="main" />
      <Header user={user} live={live} />
      <Main id="main" ref={main} tabIndex={-1}>
        <Page>{children}</Page>
      </Main>
      <TabBar user={user} />
    </div>
  )
}
