import { Link, Route, Routes, useLocation } from 'react-router-dom'
import { styled } from 'styled-components'
import type { CurrentUser } from '../../../../src/contracts/accounts.ts'
import { AccessDenied } from '../../features/admin/AccessDenied.tsx'
import { usePageTitle } from '../../lib/usePageTitle.ts'
import { Wrap } from '../../ui/layout.ts'
import { NotFound } from '../NotFound.tsx'
import { ADMIN_LINKS, isAt } from '../navigation.ts'
import { AccountsPage } from './AccountsPage.tsx'
import { AchievementsPage } from './AchievementsPage.tsx'
import { AdminHome } from './AdminHome.tsx'
import { FixturesPage } from './FixturesPage.tsx'
import { ReadModelsPage } from './ReadModelsPage.tsx'
import { ReportsPage } from './ReportsPage.tsx'

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
export function AdminArea({ user }: { user: CurrentUser }) {
  if (user.role !== 'admin') return <Denied />
  return (
    <>
      <AdminNav />
      <Routes>
        <Route
          index
          element={
            <Page>
              <AdminHome />
            </Page>
          }
        />
        <Route
          path="accounts"
          element={
            <Page>
              <AccountsPage />
            </Page>
          }
        />
        <Route
          path="fixtures"
          element={
            <Page>
              <FixturesPage />
            </Page>
          }
        />
        <Route
          path="achievements"
          element={
            <Page>
              <AchievementsPage />
            </Page>
          }
        />
        <Route
          path="reports"
          element={
            <Page>
              <ReportsPage />
            </Page>
          }
        />
        <Route
          path="read-models"
          element={
            <Page>
              <ReadModelsPage />
            </Page>
          }
        />
        <Route path="*" element={<NotFound />} />
      </Routes>
    </>
  )
}

function Denied() {
  usePageTitle('Access Denied')
  return (
    <Page>
      <AccessDenied />
    </Page>
  )
}

function AdminNav() {
  const { pathname } = useLocation()
  return (
    <SubNav aria-label="Admin">
      <Wrap>
        <ul>
          {ADMIN_LINKS.map((link) => (
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
