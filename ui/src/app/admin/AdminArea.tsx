import type { ReactNode } from 'react'
import { Link, Route, Routes, useLocation } from 'react-router-dom'
import { styled } from 'styled-components'
import { AccessDenied } from '../../features/admin/AccessDenied.tsx'
import { usePageTitle } from '../../lib/usePageTitle.ts'
import { Wrap } from '../../ui/layout.ts'
import { part } from '../../ui/part.tsx'
import { Loading } from '../../ui/Skeleton.tsx'
import { linkOf, type NavigationLink } from '../links.ts'
import { NotFound } from '../NotFound.tsx'
import type { PageProps } from '../page.ts'
import { isAt } from '../paths.ts'

const SubNav = styled.nav`
  background: var(--surface);
  border-bottom: 1px solid var(--line);

  ul {
    display: flex;
    flex-wrap: wrap;
    margin-inline: calc(var(--s3) * -1);
  }
  a {
    display: flex;
    align-items: center;
    min-height: 44px;
    padding: 0 var(--s3);
    color: var(--muted);
    font: var(--b3);
    text-decoration: none;
    white-space: nowrap;
    border-block: 3px solid transparent;
  }
  a:hover {
    color: var(--ink);
  }
  a[aria-current] {
    color: var(--ink);
    border-bottom-color: var(--ink);
  }
  /* Forced colours paint a transparent border too: only the line of the current one is to be seen. */
  @media (forced-colors: active) {
    a:not([aria-current]) {
      border-color: Canvas;
    }
  }
  a:focus-visible {
    outline-offset: -3px;
  }
`

const Page = styled(Wrap)`
  padding-block: var(--s4);

  @container page (min-width: 37.5rem) {
    padding-block: var(--s5);
  }
`

/** The pages of administrators; everybody else is told that they are not theirs. The server decides anyway. */
export function AdminArea(page: PageProps) {
  if (page.user.role !== 'admin')
    return (
      <Titled title="Access Denied">
        <AccessDenied />
      </Titled>
    )
  const { pages = [] } = page
  const links = pages.flatMap((each) => linkOf(each, 'admin') ?? [])
  return (
    <>
      <AdminNav links={links} />
      <Routes>
        <Route
          index
          element={
            <Titled title={page.title}>
              <UserAdministration readerId={page.user.id} />
            </Titled>
          }
        />
        {pages.map(
          ({ path, title, Code }) =>
            Code && (
              <Route
                key={path}
                path={path.replace(/^\/admin\//, '')}
                element={
                  <Titled title={title}>
                    <Code user={page.user} title={title} />
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

/** The start of the area; the other pages lie below it. */
const UserAdministration = part(
  () => import('../../features/admin/UserAdministration.tsx').then((module) => module.UserAdministration),
  <Loading label="Loading the page" rows={5} />,
)

function AdminNav({ links }: { links: readonly NavigationLink[] }) {
  const { pathname } = useLocation()
  return (
    <SubNav aria-label="Admin">
      <Wrap>
        <ul>
          <li>
            <Link to="/admin" aria-current={/^\/admin\/?$/.test(pathname) ? 'page' : undefined}>
              Users
            </Link>
          </li>
          {links.map((link) => (
            <li key={link.to}>
              <Link to={link.to} aria-current={isAt(link, pathname) ? 'page' : undefined}>
                {link.label}
              </Link>
            </li>
          ))}
        </ul>
      </Wrap>
    </SubNav>
  )
}
