import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { styled } from 'styled-components'
import type { CurrentUser } from '../../../src/contracts/accounts.ts'
import type { LiveState } from '../api/live.ts'
import { SkipLink } from '../ui/SkipLink.tsx'
import { Header } from './Header.tsx'
import { TabBar } from './TabBar.tsx'

const Main = styled.main`
  padding-bottom: 96px;

  &:focus {
    outline: none;
  }
  /* Room for the button of a chat, so that what a page ends with is not covered by it. */
  &:has([data-floating]) {
    padding-bottom: 140px;
  }
  @media (min-width: 1024px) {
    padding-bottom: var(--s6);

    &:has([data-floating]) {
      padding-bottom: 88px;
    }
  }
`

export interface ShellProps {
  user: CurrentUser
  live: LiveState
  children: ReactNode
}

/** Header, page, bottom bar. A new page starts at its top, and the focus goes there. */
export function Shell({ user, live, children }: ShellProps) {
  const { pathname } = useLocation()
  const main = useRef<HTMLElement>(null)
  const before = useRef(pathname)

  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    scrollTo(0, 0)
    main.current?.focus({ preventScroll: true })
  }, [pathname])

  return (
    <div data-shell>
      <SkipLink to="main" />
      <Header user={user} live={live} />
      <Main id="main" ref={main} tabIndex={-1}>
        {children}
      </Main>
      <TabBar user={user} />
    </div>
  )
}
