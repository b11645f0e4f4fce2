import { type ReactNode, useEffect, useRef } from 'react'
import { NavLink, Route, Routes, useLocation } from 'react-router-dom'
import { styled } from 'styled-components'
import { AccessDenied } from '../../features/admin/AccessDenied.tsx'
import { linkOf, type NavigationLink, type PageProps } from '../../lib/area.ts'
import { usePageTitle } from '../../lib/usePageTitle.ts'
import { Wrap } from '../../ui/layout.ts'
import { lazyComponent } from '../../ui/lazyComponent.tsx'
import { NotFound } from '../../ui/NotFound.tsx'
import { navLinks } from '../../ui/navLine.ts'
import { Page } from '../../ui/Page.ts'
import { Loading } from '../../ui/Skeleton.tsx'

const SubNav = styled.nav`
  background: var(--surface);
  border-bottom: 1px solid var(--line);

  /* One line, which scrolls on a phone. */
  ul {
    position: relative;
    display: flex;
    margin-inline: calc(var(--s3) * -1);
    overflow-x: auto;
    scrollbar-width: none;
  }
  li {
    flex: none;
  }
  ${navLinks}
`

/** The administration pages. Other users see "Access Denied"; the server checks every request. */
export function AdminArea(page: PageProps) {
  if (page.user.role !== 'admin')
    return (
      <Titled title="Access Denied">
        <AccessDenied />
      </Titled>
    )
  const links = page.adminPages.flatMap((each) => linkOf(each, 'admin') ?? [])
  return (
    <>
      <AdminNav links={links} />
      <Routes>
        {[{ path: '/admin/', title: page.title, Code: Users }, ...page.adminPages].map(
          ({ path, title, Code }) =>
            Code && (
              <Route
                key={path}
                path={path.slice('/admin/'.length)}
                element={
                  <Titled title={title}>
                    <Code {...page} title={title} />
                  </Titled>
                }
              />
            ),
        )}
        <Route path="*" element={<NotFound />} />
      </Routes>
    </>
  )
}

function Titled({ title, children }: { title: PageProps['title']; children: ReactNode }) {
  usePageTitle(title)
  return <Page>{children}</Page>
}

const UserAdministration = lazyComponent(
  () => import('../../features/admin/UserAdministration.tsx').then((module) => module.UserAdministration),
  <Loading label="Loading the page" rows={5} />,
)

const Users = ({ user }: PageProps) => <UserAdministration readerId={user.id} />

function AdminNav({ links }: { links: readonly NavigationLink[] }) {
  const list = useRef<HTMLUListElement>(null)
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path decides which link is current
  useEffect(() => {
    const current = list.current?.querySelector<HTMLElement>('[aria-current]')
    if (current) list.current!.scrollLeft = current.offsetLeft - (list.current!.clientWidth - current.offsetWidth) / 2
  }, [pathname])
  return (
    <SubNav aria-label="Admin">
      <Wrap>
        <ul ref={list}>
          {[{ to: '/admin', label: 'Users' }, ...links].map(({ to, label }) => (
            <li key={to}>
              <NavLink end to={to}>
                {label}
              </NavLink>
            </li>
          ))}
        </ul>
      </Wrap>
    </SubNav>
  )
}
